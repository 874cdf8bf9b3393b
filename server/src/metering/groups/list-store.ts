import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createIds } from '../../platform/ids.ts';
import { compileStatement } from '../../platform/lists/list-query.ts';
import type { Page } from '../../platform/lists/pagination.ts';
import { cutByBytes } from '../../platform/lists/portions.ts';
import { queryBuilder } from '../../platform/lists/query-builder.ts';
import { type GroupStatus, groupColumnList, groupSources, groupStatus } from '../columns.ts';
import type { GroupRange } from './narrow.ts';

/** A filter for record groups; undefined fields match all groups. */
export type GroupFilter = {
  /** First day, and the day after the last day, as midnights in UTC by the organization’s clock. */
  from: string;
  until: string;
  partner?: string | undefined;
  buyerId?: string | undefined;
  productId?: string | undefined;
  entitlementId?: string | undefined;
  status?: GroupStatus | undefined;
  source?: string | undefined;
  metaInfo?: string | undefined;
  /** A range that includes all groups with the status, if known. */
  narrowed?: GroupRange | undefined;
};

/** The wall-clock times of the first and last batch of the days; null without a batch. */
export type Bounds = { since: string | null; until: string | null };

/** Selects the first and last batch of the days, using the index on creation time. */
export const selectBounds = (scope: OrgScope, { from, until }: GroupFilter): Statement => ({
  name: 'select_bounds_of_usage_calls',
  text: `SELECT
      (SELECT b.received_at FROM usage_batch b WHERE b.organization_id = $1 AND b.creation_time >= $2
         AND b.creation_time < $3 ORDER BY b.creation_time, b.id LIMIT 1) AS since,
      (SELECT b.received_at FROM usage_batch b WHERE b.organization_id = $1 AND b.creation_time >= $2
         AND b.creation_time < $3 ORDER BY b.creation_time DESC, b.id DESC LIMIT 1) AS until`,
  values: [scope.organizationId, from, until],
});

/**
 * Tolerance for clock differences between processes, and for the time between a call’s start and the creation
 * of its id.
 */
const slackMs = 3_600_000;

/** Computes the smallest id of the batches that were created at or after a time; ids begin with the time. */
function leastId(moment: number): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.max(moment, 0)) << 16n);
  return createIds(() => bytes)('ucl');
}

type Place = Pick<Page, 'limit' | 'offset' | 'descending'> & {
  after: { batchId: string; ordinal: number } | undefined;
};

const columns = `${groupColumnList}, g.batch_id, g.ordinal,
  to_char(b.creation_time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS position_time`;

/**
 * Creates the statements that read a page of record groups, with one group beyond the limit, and count all
 * groups.
 */
export function groupStatements(
  scope: OrgScope,
  filter: GroupFilter,
  { limit, offset, descending, after }: Place,
  bounds: Bounds | undefined,
): { rows: Statement; count: Statement } {
  const { sql } = queryBuilder();
  const where = sql.join(
    [...conditions(scope, filter, bounds), ...between(filter, bounds, undefined)],
    sql` AND `,
  );
  const page = sql.join(
    [
      ...conditions(scope, filter, bounds),
      ...between(filter, bounds, after && (descending ? 'until' : 'since')),
    ],
    sql` AND `,
  );
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  const behind = after
    ? sql` AND (g.batch_id, g.ordinal) ${sql.raw(descending ? '<' : '>')} (${after.batchId}, ${after.ordinal}::int)`
    : sql``;
  // This expression prevents the use of an index for sorting, so that groups of few entitlements are read by
  // entitlement and then sorted.
  const place = filter.narrowed?.entitlements ? sql`(g.batch_id || '')` : sql`g.batch_id`;
  const cut = cutByBytes(columns);
  const from = sql.raw(groupSources);
  return {
    rows: compileStatement(
      sql`${sql.raw(cut.before)} SELECT ${sql.raw(columns)} FROM ${from} WHERE ${page}${behind}
        ORDER BY ${place} ${direction}, g.ordinal ${direction} LIMIT ${limit + 1} OFFSET ${offset} ${sql.raw(cut.behind)}`,
      // The statement is unnamed, so that it is planned for each limit. A generic plan would sort all groups
      // before selecting a page.
      false,
    ),
    count: compileStatement(sql`SELECT count(*) AS total FROM ${from} WHERE ${where}`, true),
  };
}

function conditions(scope: OrgScope, filter: GroupFilter, bounds: Bounds | undefined) {
  const { sql } = queryBuilder();
  const { organizationId } = scope;
  const { since, until } = timesOf(bounds);
  const found = [
    sql`g.organization_id = ${organizationId}`,
    sql`g.received_at >= ${new Date(since).toISOString()}::timestamptz`,
    sql`g.received_at < ${new Date(until).toISOString()}::timestamptz`,
    sql`b.creation_time >= ${filter.from}::timestamptz AND b.creation_time < ${filter.until}::timestamptz`,
  ];
  const { entitlementId, buyerId, productId, partner, source, status, metaInfo, narrowed } = filter;
  if (narrowed?.entitlements) found.push(sql`g.entitlement_id = ANY (${[...narrowed.entitlements]}::text[])`);
  if (entitlementId !== undefined) found.push(sql`g.entitlement_id = ${entitlementId}`);
  for (const [column, value] of [
    ['buyer_id', buyerId],
    ['product_id', productId],
    ['partner', partner],
  ] as const)
    if (value !== undefined)
      found.push(sql`g.entitlement_id IN (SELECT s.id FROM entitlement s
        WHERE s.organization_id = ${organizationId} AND s.${sql.raw(column)} = ${value})`);
  if (source !== undefined) found.push(sql`b.source = ${source}`);
  if (status !== undefined) found.push(ofStatus(status));
  if (metaInfo !== undefined)
    found.push(sql`EXISTS (SELECT FROM json_each_text(g.meta_info) m WHERE m.value = ${metaInfo})`);
  return found;
}

/**
 * Limits groups to the batches of the days. If the page position already bounds the start of the page
 * (`said`), the bound of the days is omitted. With both bounds, PostgreSQL would scan the index from the
 * bound of the days, which takes longer with each page.
 */
function between({ narrowed }: GroupFilter, bounds: Bounds | undefined, said: 'since' | 'until' | undefined) {
  const { sql } = queryBuilder();
  const { since, until } = timesOf(bounds);
  const first = later(leastId(since), narrowed?.first ?? '');
  return [
    ...(said === 'since' ? [] : [sql`g.batch_id >= ${first}`]),
    ...(said === 'until' ? [] : [sql`g.batch_id < ${leastId(until)}`]),
    ...(said === 'until' || !narrowed ? [] : [sql`g.batch_id <= ${narrowed.last}`]),
  ];
}

const later = (one: string, other: string): string => (one > other ? one : other);

const timesOf = (bounds: Bounds | undefined) => ({
  since: Date.parse(bounds?.since ?? '1970-01-01T00:00:00Z') - slackMs,
  until: Date.parse(bounds?.until ?? '1970-01-01T00:00:00Z') + slackMs,
});

/**
 * Filters by status. Settled and pending groups are found through their batch. A group’s own state is part of
 * the statement text, so that the partial index is used.
 */
function ofStatus(status: GroupStatus) {
  const { sql } = queryBuilder();
  if (status === 'INVALID') return sql`g.state = 'INVALID'`;
  if (status === 'DELETED') return sql`g.state = 'DELETED'`;
  const is = sql`${sql.raw(groupStatus)} = ${status} AND g.state IS NULL`;
  if (status === 'REPORT_PENDING' || status === 'REPORTED' || status === 'REPORT_FAILED')
    return sql`b.run_id IS NOT NULL AND ${is}`;
  return is;
}
