import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts and groups for metering in the OpenAPI document. */
export const meteringDescription: ApiPart = {
  groups: {
    Metering:
      'Usage of buyers: counted once, settled exactly, and reported to each marketplace before its deadline. A record ' +
      'group is the usage of one entitlement at one time.',
  },
  parameters: {
    usageRecordGroupId: 'The usage record group',
    billableMetricId: 'The billable metric',
    usageBatchId: 'The batch of reported usage',
    usageRecordReportId: 'The usage record report',
  },
  identifiers: {
    usagerecordgroup: 'urg',
    usagebatch: 'ucl',
    usagerecordreport: 'urr',
    billablemetric: 'bmt',
  },
};
