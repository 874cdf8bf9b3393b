import { traitsOf } from '../marketplaces/index.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../platform/records/encode.ts';

/** The progress of a record group on the way to its marketplace or invoice. */
export type GroupStatus = 'CREATED' | 'REPORT_PENDING' | 'REPORTED' | 'REPORT_FAILED' | 'INVALID' | 'DELETED';

/**
 * The row of a record group, joined with its call, entitlement and report. Times are RFC 3339; quantities are
 * decimals.
 */
export type GroupRow = RowOf<
  'usage_group',
  'id' | 'entitlement_id' | 'usage_time' | 'time_given' | 'billable_records' | 'meta_info'
> & {
  organization_id: string;
  keys: readonly string[];
  quantities: readonly string[];
  reason: string | null;
  source: string;
  creation_time: string;
  last_update_time: string;
  buyer_id: string | null;
  partner: string | null;
  status: GroupStatus;
  report_id: string | null;
  reported_time: string | null;
};

/**
 * SQL join of the invoice that bills a report `r` of a direct sale, and of the last billing change. The
 * report’s status is derived from the invoice on read. Reports of marketplace sales are skipped.
 */
export const billingOfReport = `LEFT JOIN LATERAL (
    SELECT max(b.invoice_id) FILTER (WHERE b.live) AS invoice_id, max(b.last_update_time) AS changed_time FROM usage_billing b
    WHERE r.group_status = 'CREATED' AND b.organization_id = r.organization_id AND b.entitlement_id = r.entitlement_id
      AND b.generation = r.generation AND b.since <= r.usage_from AND b.until > r.usage_from) billing ON true`;

/**
 * SQL join of a group `g` with its call, entitlement and report. The call is joined by id only. With an
 * additional condition on its time of receipt, the planner would underestimate the number of groups by a
 * factor of a thousand and sort all groups for one page.
 */
export const groupSources = `usage_group g
  JOIN usage_batch b ON b.organization_id = g.organization_id AND b.id = g.batch_id
  LEFT JOIN entitlement e ON e.organization_id = g.organization_id AND e.id = g.entitlement_id
  LEFT JOIN LATERAL (
    SELECT r.id, r.organization_id, r.entitlement_id, r.generation, r.usage_from, r.group_status, r.message, r.reported_time,
      r.last_update_time, r.usage_until FROM usage_report r
    WHERE r.organization_id = g.organization_id AND r.run_id = b.run_id AND r.entitlement_id = g.entitlement_id
      AND r.usage_from <= g.usage_time AND g.state IS NULL
    ORDER BY r.usage_from DESC LIMIT 1) r ON g.usage_time < r.usage_until
  ${billingOfReport}`;

/**
 * SQL expression for the status of a group: its own status, else REPORTED if an invoice bills the group, else
 * the status of its report, else CREATED.
 */
export const groupStatus = `coalesce(g.state, CASE WHEN billing.invoice_id IS NOT NULL THEN 'REPORTED' END, r.group_status, 'CREATED')`;

/** SQL expression for the reason why a group was rejected or its report failed. */
const groupReason = `coalesce(g.reason, CASE WHEN r.group_status = 'REPORT_FAILED' THEN r.message END)`;

export const groupColumnList = `g.organization_id, g.id, g.entitlement_id, g.usage_time, g.time_given, g.keys, g.quantities,
  g.billable_records, g.meta_info, ${groupReason} AS reason, b.source, b.creation_time,
  coalesce(greatest(r.last_update_time, billing.changed_time), b.creation_time) AS last_update_time, e.buyer_id, e.partner, ${groupStatus} AS status,
  r.id AS report_id, r.reported_time`;

/**
 * Encodes a record group as JSON. A call has up to a thousand groups, so the JSON is built by concatenation
 * from the stored JSON text of quantities, records by metric and metaInfo.
 */
export function encodeGroup(row: GroupRow): string {
  let out = `{"id":${JSON.stringify(row.id)},${encodeOwner(row)}`;
  if (row.billable_records === null) out += `,"records":${encodeRecords(row)}`;
  return `${out},"metaInfo":${encodeMetaInfo(row)},${encodeTail(row)}`;
}

/**
 * Returns the name of the field for the partner of a group’s entitlement. Clients that were generated from
 * the published usage record reject lists with unknown partners, so unknown partners have a separate field.
 */
const partnerField = (partner: string): string => (traitsOf(partner).usagePartner ? 'partner' : 'soldBy');

/** Encodes the owner of a group: organization, entitlement, buyer and partner. */
export function encodeOwner(
  row: Pick<GroupRow, 'organization_id' | 'entitlement_id' | 'buyer_id' | 'partner'>,
): string {
  let out = `"organizationID":"${row.organization_id}","entitlementID":${JSON.stringify(row.entitlement_id)}`;
  if (row.buyer_id) out += `,"buyerID":${JSON.stringify(row.buyer_id)}`;
  if (row.partner) out += `,"${partnerField(row.partner)}":${JSON.stringify(row.partner)}`;
  return out;
}

/** Encodes the status fields of a group and the end of its JSON. */
export function encodeTail(
  row: Pick<
    GroupRow,
    'status' | 'reason' | 'report_id' | 'reported_time' | 'creation_time' | 'last_update_time'
  >,
): string {
  let out = `"status":"${row.status}"`;
  if (row.reason !== null) out += `,"reason":${JSON.stringify(row.reason)}`;
  if (row.report_id !== null) out += `,"usageRecordReportID":"${row.report_id}"`;
  out += `,"reportedTime":${row.reported_time === null ? 'null' : `"${row.reported_time}"`}`;
  return `${out},"creationTime":"${row.creation_time}","lastUpdateTime":"${row.last_update_time}"}`;
}

function encodeRecords({ keys, quantities }: GroupRow): string {
  let out = '';
  for (let index = 0; index < keys.length; index++)
    out += `${index === 0 ? '' : ','}${JSON.stringify(keys[index])}:${quantities[index]}`;
  return `{${out}}`;
}

function encodeMetaInfo(row: GroupRow): string {
  let out = `{"source":"${row.source}"`;
  if (row.time_given) out += `,"timestamp":"${row.usage_time}"`;
  if (row.billable_records !== null) out += `,"billableRecords":${row.billable_records}`;
  const said = row.meta_info === null ? '' : row.meta_info.trim().slice(1, -1).trim();
  return said === '' ? `${out}}` : `${out},${said}}`;
}

/** Column of each field of a UsageBatch. */
export const batchColumns = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['source', 'source', 'text'],
  ['size', 'size', 'number'],
  ['invalid', 'invalid', 'number'],
  ['contentHash', 'content_hash', 'text'],
  ['requestID', 'request_id', 'text'],
  ['settledTime', 'run_time', 'time'],
  ['creationTime', 'creation_time', 'time'],
] as const satisfies FieldsIn<'usage_batch'>;

/** Columns that identify the caller of a batch. */
export const callerColumns = ['run_id', 'actor_type', 'actor_id', 'actor_email', 'actor_name'] as const;

export type BatchRow = RowOf<'usage_batch', ColumnsOf<typeof batchColumns> | (typeof callerColumns)[number]>;

const encodeFields = recordEncoder(batchColumns, {
  content_hash: (hash: Buffer) => `"${hash.toString('hex')}"`,
});

/** Encodes a batch as JSON. */
export function encodeBatch(row: BatchRow): string {
  const createdBy = {
    entityType: row.actor_type,
    entityId: row.actor_id ?? undefined,
    email: row.actor_email ?? undefined,
    name: row.actor_name ?? undefined,
  };
  const status = row.run_id === null ? 'WAITING' : 'SETTLED';
  return `${encodeFields(row).slice(0, -1)},"status":"${status}","createdBy":${JSON.stringify(createdBy)}}`;
}

export const batchColumnList = `${columnList(batchColumns, 'b')}, ${callerColumns.map((name) => `b.${name}`).join(', ')}`;
