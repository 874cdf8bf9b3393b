import { Partner } from '../marketplaces/index.ts';
import { decimal, fieldOf, flag, idText, list, record, text, time } from '../platform/records/fields.ts';
import { nextOffset } from '../revenue/records.ts';

export const UsageMeteringDailyRecord = record(
  'UsageMeteringDailyRecord',
  'Settled usage of one day (UTC), in units of a dimension.',
  {
    amount: decimal('Cost at the unit price, before credits and commitments.'),
    date: time('Day of the usage, as midnight in UTC at its start.'),
    entitlementID: idText('The entitlement.'),
    groupBysExpression: text('Properties shared by the usage records, such as `os=linux,cluster=cluster-1`.'),
    key: idText('The dimension.'),
    partner: fieldOf(Partner, 'The marketplace.'),
    quantity: decimal('Units.'),
  },
);

export const ListUsageMeteringDailyRecordsResponse = record(
  'ListUsageMeteringDailyRecordsResponse',
  'A page of daily usage.',
  { nextOffset, usageMeteringDailyRecords: list(UsageMeteringDailyRecord, 'The days.') },
);

export const UsageMeteringDailyVerification = record(
  'UsageMeteringDailyVerification',
  'Usage of one day (UTC) that a marketplace accepted, compared with the usage that it bills.',
  {
    billedAmount: decimal('Billed amount.'),
    billedDate: time('Billed day; absent without billed usage.'),
    billedQuantity: decimal('Billed units.'),
    entitlementID: idText('The entitlement.'),
    isAmountMatched: flag('Whether the amounts are equal.'),
    isQuantityMatched: flag('Whether the units are equal.'),
    key: idText('The dimension.'),
    partner: fieldOf(Partner, 'The marketplace.'),
    reportedAmount: decimal('Amount at the unit price.'),
    reportedDate: time('Reported day; absent without reported usage.'),
    reportedQuantity: decimal('Accepted units.'),
  },
);

export const ListUsageMeteringDailyVerificationsResponse = record(
  'ListUsageMeteringDailyVerificationsResponse',
  'A page of daily usage verifications.',
  { nextOffset, usageMeteringDailyVerifications: list(UsageMeteringDailyVerification, 'The days.') },
);
