import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for metering. */
export const meteringDescription: ApiPart = {
  groups: {
    Metering:
      'What buyers used: reported once, settled exactly, and told to each marketplace in time. A record group is what was ' +
      'used of one entitlement at one time.',
  },
  parameters: {
    usageRecordGroupId: 'The usage record group',
    billableMetricId: 'The billable metric',
    usageBatchId: 'The call that reported usage',
    usageRecordReportId: 'The usage record report',
  },
  identifiers: {
    usagerecordgroup: 'urg',
    usagebatch: 'ucl',
    usagerecordreport: 'urr',
    billablemetric: 'bmt',
  },
};
