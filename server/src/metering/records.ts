import { z } from 'zod';
import { Partner } from '../marketplaces/index.ts';
import { LastModifiedBy } from '../notifications/records/index.ts';
import { identifierPattern } from '../platform/ids.ts';
import {
  codeText,
  flag,
  free,
  givenTime,
  idText,
  largestAmount,
  list,
  of,
  openEnum,
  record,
  text,
  time,
  whole,
} from '../platform/records/fields.ts';

/** The most entries of a record group, and the most groups of a call. */
export const mostRecords = 100;
export const mostGroups = 1000;
/** The longest that an identifier of a caller's may be: a UUID. */
export const longestGroupId = 36;

const quantity = (description: string) => z.number().min(0).max(largestAmount).meta({ description });
const quantities = (description: string) =>
  z.record(codeText('Dimension.'), quantity('Units.')).meta({ description });

export const MeteringUsageRecord = record('MeteringUsageRecord', 'Usage that a metric counts.', {
  key: codeText('Billable metric, by its id.'),
  properties: free('What the metric filters and groups by.'),
  quantity: quantity('Units; 1 when absent.'),
});
export type MeteringUsageRecord = z.infer<typeof MeteringUsageRecord>;

const amount = (description: string) =>
  z.number().min(-largestAmount).max(largestAmount).meta({ description });

export const MeteringUsageRecordGroupMetaInfo = record(
  'MeteringUsageRecordGroupMetaInfo',
  'Where a record group comes from. `source`, `timestamp`, `billableRecords` and `originRecords` are written by the service.',
  {
    SkipValidation: flag('Has no effect: usage is always validated.'),
    billableRecords: list(MeteringUsageRecord, 'Records by metric, as they were reported.', mostRecords),
    meterAAmount: amount('Amount that meter A shows.'),
    meterASubscriptionID: idText('Subscription at meter A.'),
    meterAUsageStartTime: givenTime('Since when meter A counts.'),
    meterBDailyCostAmount: amount('Cost of the day that meter B shows.'),
    meterBInvoiceID: idText('Invoice of meter B.'),
    meterBMonthlyInvoiceAmount: amount('Amount of the month at meter B.'),
    meterBMonthlyInvoiceAmountAdjusted: amount('The same, adjusted.'),
    originRecords: quantities('Quantities as they were reported, where dimensions are mapped.'),
    payAInvoiceID: idText('Invoice of payment provider A.'),
    payAPeriodEndTime: givenTime('End of its period.'),
    payAPeriodStartTime: givenTime('Start of its period.'),
    payASubscriptionItemID: idText('Item of the subscription there.'),
    payAUsageRecordSummaryID: idText('Summary of usage there.'),
    payAUsageRecordSummaryTotalUsage: whole('Usage by that summary.'),
    source: openEnum('How it came.', ['', 'API', 'INTERNAL', 'METERA', 'METERB', 'BILLB', 'PAYA']),
    timestamp: time('When it was used, where that was said.'),
  },
);

const groupId = z
  .string()
  .max(longestGroupId)
  .regex(identifierPattern, 'must be letters, digits, "_", "-" or "."')
  .meta({
    description:
      'Identifier, best a UUIDv7. Reporting it once more with the same content answers the first record (R60).',
  });

const reported = {
  billableRecords: list(MeteringUsageRecord, 'Usage by billable metric, in place of `records`.', mostRecords),
  entitlementID: idText('Entitlement that it was used of.'),
  id: groupId,
  metaInfo: of(MeteringUsageRecordGroupMetaInfo, 'Where it comes from.'),
  records: quantities(
    `Quantities by key of dimension, or by its name where only one has it: 1 to ${mostRecords}.`,
  ),
  timestamp: time('When it was used; the time of the call when absent.'),
};

export const NewUsageRecordGroup = record(
  'NewUsageRecordGroup',
  'What was used of one entitlement at one time, as an element of a batch.',
  reported,
);
export type NewUsageRecordGroup = z.infer<typeof NewUsageRecordGroup>;

export const CreateUsageRecordGroupParams = record(
  'CreateUsageRecordGroupParams',
  'What was used of one entitlement at one time. Entitlement and organization are those of the path.',
  { ...reported, organizationID: idText('Organization, as in the path.') },
);
export type CreateUsageRecordGroupParams = z.infer<typeof CreateUsageRecordGroupParams>;

export const usageRecordGroupStatuses = [
  'CREATED',
  'REPORT_PENDING',
  'REPORTED',
  'REPORT_FAILED',
  'INVALID',
  'DELETED',
] as const;

export const MeteringUsageRecordGroup = record(
  'MeteringUsageRecordGroup',
  'What was used of one entitlement at one time, and how far it is.',
  {
    buyerID: idText('Buyer.'),
    creationTime: time('When it was reported.'),
    entitlementID: idText('Entitlement that it was used of.'),
    id: idText('Identifier.'),
    lastUpdateTime: time('When it last changed.'),
    metaInfo: of(MeteringUsageRecordGroupMetaInfo, 'Where it comes from.'),
    organizationID: idText('Organization.'),
    partner: of(Partner, 'Where the entitlement was sold: MKA, MKB or MKC. Others are in `soldBy`.'),
    reason: text('Why it is INVALID or REPORT_FAILED.'),
    records: quantities('Quantities by key of dimension.'),
    reportedTime: time('When a marketplace accepted it.').nullable(),
    soldBy: of(Partner, 'Where the entitlement was sold, if that is none of those in `partner`.'),
    status: openEnum('How far it is.', usageRecordGroupStatuses),
    usageRecordReportID: idText('Report that it is in.'),
  },
);

export const ListUsageRecordGroupsResponse = record(
  'ListUsageRecordGroupsResponse',
  'A page of usage record groups, in the order in which they were reported.',
  {
    nextOffset: whole(
      'Offset of the next page; absent on the last one, and where the page was asked for by a cursor.',
    ),
    usageRecordGroups: list(MeteringUsageRecordGroup, 'The record groups.', 1000),
  },
);

export const usageSources = ['', 'API', 'CSV', 'INTERNAL', 'METERA', 'METERB', 'BILLB', 'PAYA'] as const;

export const UsageBatch = record('UsageBatch', 'A call that reported usage, and what became of it.', {
  contentHash: text('SHA-256 of what was reported, in hexadecimal digits.'),
  createdBy: of(LastModifiedBy, 'Who made the call.'),
  creationTime: time('When it was made.'),
  id: idText('Identifier.'),
  invalid: whole('How many of its record groups could not be taken, and are INVALID.'),
  organizationID: idText('Organization.'),
  requestID: codeText('Identifier of the request.'),
  settledTime: time('When its usage was settled; absent while it waits.'),
  size: whole('How many record groups were stored with it.'),
  source: openEnum('How it came.', ['API', 'CSV', 'INTERNAL', 'METERA', 'METERB', 'BILLB', 'PAYA']),
  status: openEnum('Whether its usage waits to be settled, or was settled.', ['WAITING', 'SETTLED']),
});

export const UsageFileUpload = record('UsageFileUpload', 'A file with usage.', {
  file: text('CSV (UTF-8): a line with the names of the columns, then a record group a line.').meta({
    override: { type: 'string', format: 'binary' },
  }),
});

export const UsageLineOutcome = record('UsageLineOutcome', 'What became of a line of a file.', {
  id: idText('The record group; absent where the line is none.'),
  line: whole('The line of the file, from 1 on: that of its end, where cells have more than one.'),
  reason: text('Why it is INVALID.'),
  status: openEnum('How far the record group is.', usageRecordGroupStatuses),
});

export const UsageFileStop = record('UsageFileStop', 'Why a file was not read to its end.', {
  code: codeText('The error, as in an answer of its own.'),
  detail: text('What went wrong.'),
  line: whole('The first line that was not looked at.'),
});

export const UsageFileOutcome = record('UsageFileOutcome', 'What became of the lines of a file.', {
  created: whole('How many record groups are new.'),
  invalid: whole('How many lines could not be taken.'),
  lines: list(UsageLineOutcome, 'Each line, in the order of the file.', 10_000_000),
  read: whole('How many lines were looked at.'),
  repeated: whole('How many lines were taken before.'),
  skipped: whole('How many blank rows at the end were skipped; absent where none were.'),
  stopped: of(UsageFileStop, 'Why the lines behind were not looked at; absent where all were.'),
});
