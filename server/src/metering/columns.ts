import { traitsOf } from '../marketplaces/index.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../platform/records/encode.ts';

/** How far a record group is. */
export type GroupStatus = 'CREATED' | 'REPORT_PENDING' | 'REPORTED' | 'REPORT_FAILED' | 'INVALID' | 'DELETED';

/** A record group with what its call, its entitlement and its report say of it. Times are RFC 3339, quantities decimals. */
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
 * Which invoice bills a report `r` of a direct sale, if one does, and when that changed last: its state follows from it when it is
 * read. Reports of others are not looked up.
 */
export const billingOfReport = `LEFT JOIN LATERAL (
    SELECT max(b.invoice_id) FILTER (WHERE b.live) AS invoice_id, max(b.last_update_time) AS changed_time FROM usage_billing b
    WHERE r.group_status = 'CREATED' AND b.organization_id = r.organization_id AND b.entitlement_id = r.entitlement_id
      AND b.generation = r.generation AND b.since <= r.usage_from AND b.until > r.usage_from) billing ON true`;

/**
 * Where a group's call, entitlement and report are found. `g` is the group. When the call was received is not compared: it is said
 * by its id, and a second condition has the planner expect a thousandth of the groups, and sort them all for a page.
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

/** The state of a group: its own, else that of its report, which an invoice that bills it makes another, else it waits. */
export const groupStatus = `coalesce(g.state, CASE WHEN billing.invoice_id IS NOT NULL THEN 'REPORTED' END, r.group_status, 'CREATED')`;

/** Why a group was not taken, or was given up: then its report says so. */
const groupReason = `coalesce(g.reason, CASE WHEN r.group_status = 'REPORT_FAILED' THEN r.message END)`;

export const groupColumnList = `g.organization_id, g.id, g.entitlement_id, g.usage_time, g.time_given, g.keys, g.quantities,
  g.billable_records, g.meta_info, ${groupReason} AS reason, b.source, b.creation_time,
  coalesce(greatest(r.last_update_time, billing.changed_time), b.creation_time) AS last_update_time, e.buyer_id, e.partner, ${groupStatus} AS status,
  r.id AS report_id, r.reported_time`;

/**
 * Prints a record group, a thousand times a call: text is added to text. Quantities, records by metric and metaInfo are text
 * already, and pass through.
 */
export function encodeGroup(row: GroupRow): string {
  let out = `{"id":${JSON.stringify(row.id)},${encodeOwner(row)}`;
  if (row.billable_records === null) out += `,"records":${encodeRecords(row)}`;
  return `${out},"metaInfo":${encodeMetaInfo(row)},${encodeTail(row)}`;
}

/**
 * The field that names where a group's entitlement was sold: clients that were made from the published record of usage refuse
 * a list for a partner that it does not know, which stands in a field of its own.
 */
const partnerField = (partner: string): string => (traitsOf(partner).usagePartner ? 'partner' : 'soldBy');

/** Prints of whose entitlement a group is. */
export function encodeOwner(
  row: Pick<GroupRow, 'organization_id' | 'entitlement_id' | 'buyer_id' | 'partner'>,
): string {
  let out = `"organizationID":"${row.organization_id}","entitlementID":${JSON.stringify(row.entitlement_id)}`;
  if (row.buyer_id) out += `,"buyerID":${JSON.stringify(row.buyer_id)}`;
  if (row.partner) out += `,"${partnerField(row.partner)}":${JSON.stringify(row.partner)}`;
  return out;
}

/** Prints how far a group is, and the end of it. */
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

/** The columns in which the fields of a UsageBatch are stored. */
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

/** Who made the call. */
export const callerColumns = ['run_id', 'actor_type', 'actor_id', 'actor_email', 'actor_name'] as const;

export type BatchRow = RowOf<'usage_batch', ColumnsOf<typeof batchColumns> | (typeof callerColumns)[number]>;

const encodeFields = recordEncoder(batchColumns, {
  content_hash: (hash: Buffer) => `"${hash.toString('hex')}"`,
});

/** Prints a call. */
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
