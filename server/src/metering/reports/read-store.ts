import type { OrgScope } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { portionBytes } from '../../platform/http/route.ts';
import { compileStatement } from '../../platform/lists/list-query.ts';
import type { Page } from '../../platform/lists/pagination.ts';
import { queryBuilder } from '../../platform/lists/query-builder.ts';
import { recordEncoder } from '../../platform/records/encode.ts';
import { billingOfReport } from '../columns.ts';
import { mostNamedGroups } from './records.ts';
import { type Report, reportColumnList, reportFields } from './report-store.ts';

/** A filter for reports; undefined fields match all reports. */
export type ReportFilter = {
  /** First day, and the day after the last day, as midnights in UTC by the organization’s clock. */
  from: string;
  until: string;
  partner?: string | undefined;
  buyerId?: string | undefined;
  entitlementId?: string | undefined;
};

/** A report with data about its entitlement and record groups. */
export type ShownReport = Report &
  RowOf<'usage_report', 'group_count'> &
  RowOf<'entitlement', 'buyer_id' | 'product_id'> & { group_ids: string[] | null };

const encodeFields = recordEncoder([
  ...reportFields,
  ['buyerID', 'buyer_id', 'text'],
  ['productID', 'product_id', 'text'],
]);

/** Encodes a report as JSON. Derived fields come first in its info. */
export function encodeShownReport(row: ShownReport): string {
  const ids = (row.group_ids ?? []).map((id) => JSON.stringify(id)).join(',');
  const stored = row.info.trim().slice(1, -1).trim();
  const added = `"status":"${row.status}","usageRecordGroupCount":${row.group_count},"usageRecordGroupIds":[${ids}]`;
  return encodeFields({ ...row, info: `{${added}${stored === '' ? '' : `,${stored}`}}` });
}

const columns = `${reportColumnList}, r.group_count`;

/**
 * SQL join of the ids of the first record groups of a report. The run is compared by a lookup for each call,
 * because an entitlement has few groups between the report’s first and last call, whereas a run has many
 * groups.
 */
const groupIds = `LEFT JOIN LATERAL (
    SELECT array_agg(named.id ORDER BY named.batch_id, named.ordinal) AS group_ids FROM (
      SELECT g.id, g.batch_id, g.ordinal FROM usage_group g
      WHERE g.organization_id = r.organization_id AND g.entitlement_id = r.entitlement_id
        AND g.batch_id >= r.first_batch_id AND g.batch_id <= r.last_batch_id
        AND g.received_at >= r.received_since AND g.received_at <= r.received_until
        AND g.usage_time >= r.usage_from AND g.usage_time < r.usage_until AND g.state IS NULL
        AND r.run_id = (SELECT b.run_id FROM usage_batch b
          WHERE b.organization_id = g.organization_id AND b.id = g.batch_id)
      ORDER BY g.batch_id, g.ordinal LIMIT ${mostNamedGroups}) named) named ON true`;
const ofEntitlement = `LEFT JOIN entitlement e ON e.organization_id = r.organization_id AND e.id = r.entitlement_id ${billingOfReport}`;

/** Selects a report by its id. */
export const selectReport = (scope: OrgScope, id: string): Statement => ({
  name: 'select_usage_report',
  text: `SELECT ${columns}, e.buyer_id, e.product_id, named.group_ids FROM usage_report r ${ofEntitlement} ${groupIds}
         WHERE r.organization_id = $1 AND r.id = $2`,
  values: [scope.organizationId, id],
});

type Place = Pick<Page, 'limit' | 'offset' | 'descending' | 'after'>;

/** Estimated bytes of a report without its info, and of each listed record group. */
const [usualBytes, bytesOfId] = [600, 40];

/**
 * Creates the statements that read a page of reports, with one report beyond the limit, and count all
 * reports. The page size in bytes is limited before the record groups of its reports are read.
 */
export function reportStatements(
  scope: OrgScope,
  filter: ReportFilter,
  { limit, offset, descending, after }: Place,
): { rows: Statement; count: Statement } {
  const { sql } = queryBuilder();
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  const order = sql`ORDER BY r.creation_time ${direction}, r.id ${direction}`;
  const behind = after
    ? sql` AND (r.creation_time, r.id) ${sql.raw(descending ? '<' : '>')} (${after.creationTime}::timestamptz, ${after.id})`
    : sql``;
  const from = sourceOf(scope, filter, sql`${behind} ${order} LIMIT ${offset + limit + 1}::bigint`);
  const page = sql`SELECT r.id, r.creation_time FROM ${from} ${order} LIMIT ${limit + 1} OFFSET ${offset}`;
  const time = `to_char(r.creation_time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS position_time`;
  const bytes = `octet_length(r.info::text) + ${bytesOfId} * least(r.group_count, ${mostNamedGroups}) + ${usualBytes}`;
  const ordered = sql`ROWS UNBOUNDED PRECEDING`;
  return {
    rows: compileStatement(
      sql`WITH page AS MATERIALIZED (${page}), sized AS MATERIALIZED (
          SELECT r.id, ${sql.raw(bytes)} AS bytes, sum(${sql.raw(bytes)}) OVER (${order} ${ordered}) AS bytes_so_far
          FROM page p JOIN usage_report r ON r.organization_id = ${scope.organizationId} AND r.id = p.id)
        SELECT ${sql.raw(columns)}, e.buyer_id, e.product_id, named.group_ids, s.bytes_so_far, ${sql.raw(time)}
        FROM sized s JOIN usage_report r ON r.organization_id = ${scope.organizationId} AND r.id = s.id
        ${sql.raw(ofEntitlement)} ${sql.raw(groupIds)}
        WHERE s.bytes_so_far - s.bytes < ${sql.lit(portionBytes)} ${order}`,
      true,
    ),
    count: compileStatement(sql`SELECT count(*) AS total FROM ${sourceOf(scope, filter, sql``)}`, true),
  };
}

/**
 * Returns the subquery that reads reports in the order of an index. For a buyer, the first reports of each
 * entitlement are read, because the index may have many reports of other buyers in between.
 */
function sourceOf(
  { organizationId }: OrgScope,
  filter: ReportFilter,
  first: ReturnType<ReturnType<typeof queryBuilder>['sql']>,
) {
  const { sql } = queryBuilder();
  const { from, until, partner, entitlementId, buyerId } = filter;
  const found = [
    sql`r.organization_id = ${organizationId}`,
    sql`r.creation_time >= ${from}::timestamptz AND r.creation_time < ${until}::timestamptz`,
  ];
  if (partner !== undefined) found.push(sql`r.partner = ${partner}`);
  if (entitlementId !== undefined) found.push(sql`r.entitlement_id = ${entitlementId}`);
  const where = sql.join(found, sql` AND `);
  if (buyerId === undefined)
    return sql`(SELECT r.id, r.creation_time FROM usage_report r WHERE ${where} ${first}) r`;
  return sql`(SELECT own.id, own.creation_time FROM entitlement e CROSS JOIN LATERAL (
      SELECT r.id, r.creation_time FROM usage_report r WHERE r.entitlement_id = e.id AND ${where} ${first}) own
    WHERE e.organization_id = ${organizationId} AND e.buyer_id = ${buyerId}) r`;
}
