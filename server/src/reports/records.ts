import { Partner } from '../marketplaces/index.ts';
import { decimal, flag, idText, list, of, record, text, time } from '../platform/records/fields.ts';
import { nextOffset } from '../revenue/records.ts';

export const UsageMeteringDailyRecord = record(
  'UsageMeteringDailyRecord',
  'Usage of a day (UTC) that was settled, in units of a dimension.',
  {
    amount: decimal('What it costs at the price of a unit, whatever credit and commit pay of it.'),
    date: time('The day of use: midnight, UTC.'),
    entitlementID: idText('The entitlement.'),
    groupBysExpression: text('The properties that its records have in common: `os=linux,cluster=cluster-1`.'),
    key: idText('The dimension.'),
    partner: of(Partner, 'The marketplace.'),
    quantity: decimal('Units.'),
  },
);

export const ListUsageMeteringDailyRecordsResponse = record(
  'ListUsageMeteringDailyRecordsResponse',
  'A page of usage by the day.',
  { nextOffset, usageMeteringDailyRecords: list(UsageMeteringDailyRecord, 'The days.') },
);

export const UsageMeteringDailyVerification = record(
  'UsageMeteringDailyVerification',
  'What a marketplace accepted of the usage of a day (UTC), beside what it bills of it.',
  {
    billedAmount: decimal('Amount that it bills.'),
    billedDate: time('The day that it bills; absent where it bills nothing.'),
    billedQuantity: decimal('Units that it bills.'),
    entitlementID: idText('The entitlement.'),
    isAmountMatched: flag('Whether the amounts are equal.'),
    isQuantityMatched: flag('Whether the units are equal.'),
    key: idText('The dimension.'),
    partner: of(Partner, 'The marketplace.'),
    reportedAmount: decimal('Amount at the price of a unit.'),
    reportedDate: time('The day that was reported; absent where nothing was.'),
    reportedQuantity: decimal('Units that it accepted.'),
  },
);

export const ListUsageMeteringDailyVerificationsResponse = record(
  'ListUsageMeteringDailyVerificationsResponse',
  'A page of usage by the day, verified.',
  { nextOffset, usageMeteringDailyVerifications: list(UsageMeteringDailyVerification, 'The days.') },
);
