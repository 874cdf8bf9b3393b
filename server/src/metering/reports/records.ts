import type { z } from 'zod';
import { Partner } from '../../marketplaces/index.ts';
import {
  MkAMeteringBatchMeterUsageInput,
  MkASdkBatchMeterUsageOutput,
  MkBMeteringBatchUsageEvent,
  MkBMeteringSdkBatchUsageEventOkResponse,
  MkCMeteringOperation,
  MkCServiceControlReportResponse,
  MkDClientPushMeteringDataRequest,
  MkDClientPushMeteringDataResponseBody,
} from '../../marketplaces/records/index.ts';
import {
  decimal,
  fieldOf,
  flag,
  freeForm,
  idText,
  integer,
  key,
  list,
  mapOf,
  openEnum,
  record,
  text,
  time,
} from '../../platform/records/fields.ts';

import { BillableMetricAggregationType, BillableMetricInfo } from '../metrics/index.ts';

const statuses = ['CREATED', 'SUCCESS', 'FAILED', 'INVOICED', 'CANCELED', 'DELETED'];
const numbers = (description: string) => mapOf(decimal('Number.'), description);
const sent = 'Request to the marketplace, in its own format.';
const answered = 'Response of the marketplace, in its own format.';
/** Maximum number of record groups listed in a report. */
export const mostNamedGroups = 1000;

export const UniqueCountAggregationResult = record(
  'UniqueCountAggregationResult',
  'Values counted by UNIQUE_COUNT.',
  {
    newItems: freeForm(
      'Values that were not counted in the previous hour, at most 1,000; each value is true.',
    ),
  },
);

export const AggregatedMeteringUsageRecord = record(
  'AggregatedMeteringUsageRecord',
  'A quantity aggregated by a billable metric.',
  {
    amount: decimal('Cost; absent without a price.'),
    billableMetricAggregationType: fieldOf(BillableMetricAggregationType, 'Aggregation type.'),
    billableMetricInfo: fieldOf(BillableMetricInfo, 'Filters and grouping of the metric.'),
    groupBysExpression: text('Property values of the group, such as `os=linux,cluster=cluster-1`.'),
    key: idText('Id of the metric.'),
    name: text('Name of the metric at the time.'),
    quantity: decimal('Quantity.'),
    uniqueCountAggregationResult: fieldOf(
      UniqueCountAggregationResult,
      'For UNIQUE_COUNT: the counted values.',
    ),
  },
);

export const MeteringUsageRecordReportInfo = record(
  'MeteringUsageRecordReportInfo',
  'Contents of a report, and the response of its marketplace.',
  {
    aggregatedBillableRecords: list(
      AggregatedMeteringUsageRecord,
      'Quantities aggregated by billable metrics. If an hour is settled in several runs, only the part that this run added.',
    ),
    commitAmount: decimal('Amount of the commit of the term.'),
    creditAmount: decimal('Amount of the credit of the term.'),
    creditRecords: numbers('Quantities that credit paid for, by dimension.'),
    decimalParts: numbers('Fractions of units carried from earlier reports, by dimension.'),
    dimensionCategories: mapOf(text('Category.'), 'Categories of the dimensions.'),
    dimensionUnitListPrice: numbers('List prices per unit, by dimension.'),
    dimensionUnitPrice: numbers('Prices per unit, by dimension.'),
    endTime: time('End of the usage.'),
    includedRecords: numbers('Quantities included in the price, by dimension.'),
    message: text('Message.'),
    mkAMeteringRequest: fieldOf(MkAMeteringBatchMeterUsageInput, sent),
    mkAMeteringResponse: fieldOf(MkASdkBatchMeterUsageOutput, answered),
    mkBMeteringRequest: fieldOf(MkBMeteringBatchUsageEvent, sent),
    mkBMeteringResponse: fieldOf(MkBMeteringSdkBatchUsageEventOkResponse, answered),
    mkCMeteringRequest: fieldOf(MkCMeteringOperation, sent),
    mkCMeteringResponse: fieldOf(MkCServiceControlReportResponse, answered),
    mkDMeteringRequest: fieldOf(MkDClientPushMeteringDataRequest, sent),
    mkDMeteringResponse: fieldOf(MkDClientPushMeteringDataResponseBody, answered),
    newDecimalParts: numbers('Fractions of units carried to the next report, by dimension.'),
    partner: fieldOf(Partner, 'The marketplace.'),
    recordsToReportBeforeAdjustmentAtListPrice: numbers('Quantities before the adjustment at list prices.'),
    reportedRecords: numbers('Reported quantities, by dimension.'),
    startTime: time('Start of the usage.'),
    status: openEnum('Status.', statuses),
    usageRecordGroupCount: integer('Number of record groups in the report.'),
    usageRecordGroupIds: list(
      idText('Id of a record group.'),
      `Record groups in the report, in the order in which they were received: the first ` +
        `${mostNamedGroups} of \`usageRecordGroupCount\`.`,
      mostNamedGroups,
    ),
    usedCommitAmount: decimal('Used amount of the commit.'),
    usedCommitAmountIncrement: decimal('Amount that this usage added to it.'),
    usedCreditAmount: decimal('Used amount of the credit.'),
    usedCreditAmountIncrement: decimal('Amount that this usage added to it.'),
  },
);

export const MeteringUsageRecordReport = record(
  'MeteringUsageRecordReport',
  'A report of the usage of an entitlement in one hour, and the response of its marketplace.',
  {
    buyerID: idText('Id of the buyer.'),
    creationTime: time('Creation time.'),
    entitlementID: idText('Id of the entitlement.'),
    entitlementTermID: idText('Id of the term.'),
    id: idText('Identifier.'),
    info: fieldOf(MeteringUsageRecordReportInfo, 'Contents of the report.'),
    lastUpdateTime: time('Time of the last change.'),
    message: text('Reason for a manual check of the report.'),
    organizationID: idText('Id of the organization.'),
    partner: fieldOf(Partner, 'The marketplace.'),
    productID: idText('Id of the product.'),
    reportedTime: time('Time when the marketplace had accepted the whole report.'),
    status: openEnum('Status.', statuses),
  },
);

export const ListUsageRecordReportsResponse = record(
  'ListUsageRecordReportsResponse',
  'A page of usage record reports, sorted by creation.',
  {
    nextOffset: integer('Offset of the next page; absent on the last page and with cursor pagination.'),
    usageRecordReports: list(MeteringUsageRecordReport, 'The reports.', 1000),
  },
);

export const UsageRecordReportResolution = record(
  'UsageRecordReportResolution',
  'Result of a manual check at the marketplace for usage with an unknown outcome.',
  {
    accepted: flag('Whether the marketplace has accepted the usage; required.'),
    dimension: key('Key of a dimension, to resolve the usage of this dimension only.'),
  },
);
export type UsageRecordReportResolution = z.infer<typeof UsageRecordReportResolution>;
