import { z } from 'zod';
import { Partner } from '../marketplaces/index.ts';
import { LastModifiedBy } from '../notifications/records/index.ts';
import { identifierPattern } from '../platform/ids.ts';
import {
  codeText,
  fieldOf,
  flag,
  freeForm,
  givenTime,
  idText,
  integer,
  largestAmount,
  list,
  openEnum,
  record,
  text,
  time,
} from '../platform/records/fields.ts';

/** Maximum number of entries of a record group, and of groups of a call. */
export const mostRecords = 100;
export const mostGroups = 1000;
/** Maximum length of a caller’s id: the length of a UUID. */
export const longestGroupId = 36;

const quantity = (description: string) => z.number().min(0).max(largestAmount).meta({ description });
const quantities = (description: string) =>
  z.record(codeText('Key of the dimension.'), quantity('Units.')).meta({ description });

export const MeteringUsageRecord = record('MeteringUsageRecord', 'A usage record that a metric counts.', {
  key: codeText('Id of the billable metric.'),
  properties: freeForm('Properties by which the metric filters and groups.'),
  quantity: quantity('Units; defaults to 1.'),
});
export type MeteringUsageRecord = z.infer<typeof MeteringUsageRecord>;

const amount = (description: string) =>
  z.number().min(-largestAmount).max(largestAmount).meta({ description });

export const MeteringUsageRecordGroupMetaInfo = record(
  'MeteringUsageRecordGroupMetaInfo',
  'Origin of a record group. The service sets `source`, `timestamp`, `billableRecords` and `originRecords`.',
  {
    addonID: idText('Addon of the entitlement that this usage charges; set by the service.'),
    SkipValidation: flag('Ignored, because usage is always validated.'),
    billableRecords: list(MeteringUsageRecord, 'Reported records by metric.', mostRecords),
    meterAAmount: amount('Amount at meter A.'),
    meterASubscriptionID: idText('Subscription at meter A.'),
    meterAUsageStartTime: givenTime('Start of the usage at meter A.'),
    meterBDailyCostAmount: amount('Daily cost at meter B.'),
    meterBInvoiceID: idText('Invoice of meter B.'),
    meterBMonthlyInvoiceAmount: amount('Monthly invoice amount at meter B.'),
    meterBMonthlyInvoiceAmountAdjusted: amount('Adjusted monthly invoice amount at meter B.'),
    originRecords: quantities('Reported quantities, if dimensions are mapped.'),
    payAInvoiceID: idText('Invoice of payment provider A.'),
    payAPeriodEndTime: givenTime('End of the period at payment provider A.'),
    payAPeriodStartTime: givenTime('Start of the period at payment provider A.'),
    payASubscriptionItemID: idText('Subscription item at payment provider A.'),
    payAUsageRecordSummaryID: idText('Usage summary at payment provider A.'),
    payAUsageRecordSummaryTotalUsage: integer('Total usage in that summary.'),
    source: openEnum('Source of the usage.', ['', 'API', 'INTERNAL', 'METERA', 'METERB', 'BILLB', 'PAYA']),
    timestamp: time('Reported time of use; absent if the caller did not give a time.'),
  },
);

const groupId = z
  .string()
  .max(longestGroupId)
  .regex(identifierPattern, 'must be letters, digits, "_", "-" or "."')
  .meta({
    description:
      'Identifier, preferably a UUIDv7. Reporting the same id and content again returns the first record (R60).',
  });

const reported = {
  billableRecords: list(MeteringUsageRecord, 'Usage by billable metric, in place of `records`.', mostRecords),
  entitlementID: idText('Id of the entitlement.'),
  id: groupId,
  metaInfo: fieldOf(MeteringUsageRecordGroupMetaInfo, 'Origin of the record group.'),
  records: quantities(
    `Quantities by dimension key, or by name if it is unique: 1 to ${mostRecords} entries.`,
  ),
  timestamp: time('Time of use; defaults to the time of the call.'),
};

export const NewUsageRecordGroup = record(
  'NewUsageRecordGroup',
  'Usage of one entitlement at one time, as an element of a batch.',
  reported,
);
export type NewUsageRecordGroup = z.infer<typeof NewUsageRecordGroup>;

export const CreateUsageRecordGroupParams = record(
  'CreateUsageRecordGroupParams',
  'Usage of one entitlement at one time. Entitlement and organization are those of the path.',
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
  'Usage of one entitlement at one time, with its status.',
  {
    buyerID: idText('Id of the buyer.'),
    creationTime: time('Time of receipt.'),
    entitlementID: idText('Id of the entitlement.'),
    id: idText('Identifier.'),
    lastUpdateTime: time('When the record group last changed.'),
    metaInfo: fieldOf(MeteringUsageRecordGroupMetaInfo, 'Origin of the record group.'),
    organizationID: idText('Id of the organization.'),
    partner: fieldOf(Partner, 'Partner of the entitlement: MKA, MKB or MKC. Other partners are in `soldBy`.'),
    reason: text('Reason for the status INVALID or REPORT_FAILED.'),
    records: quantities('Quantities by dimension key.'),
    reportedTime: time('When the marketplace accepted the usage.').nullable(),
    soldBy: fieldOf(
      Partner,
      'Partner of the entitlement, if the partner is not one of the values of `partner`.',
    ),
    status: openEnum('Status.', usageRecordGroupStatuses),
    usageRecordReportID: idText('Id of the report.'),
  },
);

export const ListUsageRecordGroupsResponse = record(
  'ListUsageRecordGroupsResponse',
  'A page of usage record groups, in the order in which they were received.',
  {
    nextOffset: integer('Offset of the next page; absent on the last page and with cursor pagination.'),
    usageRecordGroups: list(MeteringUsageRecordGroup, 'The record groups.', 1000),
  },
);

export const usageSources = ['', 'API', 'CSV', 'INTERNAL', 'METERA', 'METERB', 'BILLB', 'PAYA'] as const;

export const UsageBatch = record('UsageBatch', 'A call that reported usage, with its status.', {
  contentHash: text('SHA-256 of the reported content, in hexadecimal digits.'),
  createdBy: fieldOf(LastModifiedBy, 'Caller.'),
  creationTime: time('When the call was made.'),
  id: idText('Identifier.'),
  invalid: integer('Number of its record groups that are INVALID.'),
  organizationID: idText('Id of the organization.'),
  requestID: codeText('Id of the request.'),
  settledTime: time('When the usage was settled; absent while it waits.'),
  size: integer('Number of record groups stored by the call.'),
  source: openEnum('Source of the usage.', ['API', 'CSV', 'INTERNAL', 'METERA', 'METERB', 'BILLB', 'PAYA']),
  status: openEnum('Status of the usage: waiting to be settled, or settled.', ['WAITING', 'SETTLED']),
});

export const UsageFileUpload = record('UsageFileUpload', 'A file with usage.', {
  file: text('CSV in UTF-8: a header line with column names, then one record group per line.').meta({
    override: { type: 'string', format: 'binary' },
  }),
});

export const UsageLineOutcome = record('UsageLineOutcome', 'Outcome of a line of a file.', {
  id: idText('Id of the record group; absent if the line is not valid.'),
  line: integer('Line number in the file, starting at 1; if cells span several lines, the last one.'),
  reason: text('Reason for the status INVALID.'),
  status: openEnum('Status of the record group.', usageRecordGroupStatuses),
});

export const UsageFileStop = record('UsageFileStop', 'Reason for an incompletely processed file.', {
  code: codeText('Error code.'),
  detail: text('Description of the error.'),
  line: integer('First line that was not processed.'),
});

export const UsageFileOutcome = record('UsageFileOutcome', 'Outcome of a file upload.', {
  created: integer('Number of new record groups.'),
  hint: text(
    'Warning that repeated lines without id and timestamp may be new usage; absent without such lines.',
  ),
  invalid: integer('Number of invalid lines.'),
  lines: list(UsageLineOutcome, 'Outcome of each line, in file order.', 10_000_000),
  read: integer('Number of lines processed.'),
  repeated: integer('Number of lines that were already reported.'),
  skipped: integer('Number of skipped blank rows at the end; absent if 0.'),
  stopped: fieldOf(
    UsageFileStop,
    'Reason why the remaining lines were not processed; absent if all lines were processed.',
  ),
});
