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
  flag,
  free,
  idText,
  key,
  list,
  mapOf,
  of,
  openEnum,
  record,
  text,
  time,
  whole,
} from '../../platform/records/fields.ts';

import { BillableMetricAggregationType, BillableMetricInfo } from '../metrics/index.ts';

const statuses = ['CREATED', 'SUCCESS', 'FAILED', 'INVOICED', 'CANCELED', 'DELETED'];
const numbers = (description: string) => mapOf(decimal('Number.'), description);
const sent = 'What was sent, in the words of the marketplace.';
const answered = 'What it answered, in its own words.';
/** The most record groups that a report names. */
export const mostNamedGroups = 1000;

export const UniqueCountAggregationResult = record(
  'UniqueCountAggregationResult',
  'The values that were counted.',
  { newItems: free('The values that were not counted in the hour before, at most 1,000, each true.') },
);

export const AggregatedMeteringUsageRecord = record(
  'AggregatedMeteringUsageRecord',
  'What a billable metric made of records.',
  {
    amount: decimal('What it costs; absent without a price.'),
    billableMetricAggregationType: of(BillableMetricAggregationType, 'How records became a quantity.'),
    billableMetricInfo: of(BillableMetricInfo, 'Which records counted, and as what.'),
    groupBysExpression: text('The properties that the records have in common: `os=linux,cluster=cluster-1`.'),
    key: idText('The metric.'),
    name: text('Its name then.'),
    quantity: decimal('The quantity.'),
    uniqueCountAggregationResult: of(UniqueCountAggregationResult, 'Of UNIQUE_COUNT: the values.'),
  },
);

export const MeteringUsageRecordReportInfo = record(
  'MeteringUsageRecordReportInfo',
  'What a report was made of, and what its marketplace said.',
  {
    aggregatedBillableRecords: list(
      AggregatedMeteringUsageRecord,
      'What billable metrics made of the records: of an hour that is settled in several runs, what each adds.',
    ),
    commitAmount: decimal('Amount of the commit of the term.'),
    creditAmount: decimal('Amount of its credit.'),
    creditRecords: numbers('Quantities that credit paid for, by dimension.'),
    decimalParts: numbers('Parts of units that waited before, by dimension.'),
    dimensionCategories: mapOf(text('Category.'), 'Categories of the dimensions.'),
    dimensionUnitListPrice: numbers('List prices of a unit, by dimension.'),
    dimensionUnitPrice: numbers('Prices of a unit, by dimension.'),
    endTime: time('Until when it was used.'),
    includedRecords: numbers('Quantities that the price includes, by dimension.'),
    message: text('What there is to say of it.'),
    mkAMeteringRequest: of(MkAMeteringBatchMeterUsageInput, sent),
    mkAMeteringResponse: of(MkASdkBatchMeterUsageOutput, answered),
    mkBMeteringRequest: of(MkBMeteringBatchUsageEvent, sent),
    mkBMeteringResponse: of(MkBMeteringSdkBatchUsageEventOkResponse, answered),
    mkCMeteringRequest: of(MkCMeteringOperation, sent),
    mkCMeteringResponse: of(MkCServiceControlReportResponse, answered),
    mkDMeteringRequest: of(MkDClientPushMeteringDataRequest, sent),
    mkDMeteringResponse: of(MkDClientPushMeteringDataResponseBody, answered),
    newDecimalParts: numbers('Parts of units that wait now, by dimension.'),
    partner: of(Partner, 'The marketplace.'),
    recordsToReportBeforeAdjustmentAtListPrice: numbers(
      'Quantities before they were counted at list prices.',
    ),
    reportedRecords: numbers('Quantities that are reported, by dimension.'),
    startTime: time('Since when it was used.'),
    status: openEnum('How far it is.', statuses),
    usageRecordGroupCount: whole('How many record groups it is of.'),
    usageRecordGroupIds: list(
      idText('A record group.'),
      `The record groups that it is of, in the order in which they were reported: the first ${mostNamedGroups} of \`usageRecordGroupCount\`.`,
      mostNamedGroups,
    ),
    usedCommitAmount: decimal('Amount of the commit that was used up then.'),
    usedCommitAmountIncrement: decimal('What this usage added to that.'),
    usedCreditAmount: decimal('Amount of the credit that was used up then.'),
    usedCreditAmountIncrement: decimal('What this usage added to that.'),
  },
);

export const MeteringUsageRecordReport = record(
  'MeteringUsageRecordReport',
  'What was made of the usage of an entitlement in an hour, and what its marketplace said of it.',
  {
    buyerID: idText('Buyer.'),
    creationTime: time('When it was made.'),
    entitlementID: idText('Entitlement.'),
    entitlementTermID: idText('Its term.'),
    id: idText('Identifier.'),
    info: of(MeteringUsageRecordReportInfo, 'What it was made of.'),
    lastUpdateTime: time('When it last changed.'),
    message: text('Why people must look at it.'),
    organizationID: idText('Organization.'),
    partner: of(Partner, 'The marketplace.'),
    productID: idText('Product.'),
    reportedTime: time('When the marketplace had accepted all of it.'),
    status: openEnum('How far it is.', statuses),
  },
);

export const ListUsageRecordReportsResponse = record(
  'ListUsageRecordReportsResponse',
  'A page of usage record reports, in the order in which they were made.',
  {
    nextOffset: whole(
      'Offset of the next page; absent on the last one, and where the page was asked for by a cursor.',
    ),
    usageRecordReports: list(MeteringUsageRecordReport, 'The reports.', 1000),
  },
);

export const UsageRecordReportResolution = record(
  'UsageRecordReportResolution',
  'What a person found out at the marketplace about usage of which it was not known whether it had been taken.',
  {
    accepted: flag('Whether the marketplace has taken it; required.'),
    dimension: key('Of this dimension only.'),
  },
);
export type UsageRecordReportResolution = z.infer<typeof UsageRecordReportResolution>;
