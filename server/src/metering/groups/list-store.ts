import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createIds } from '../../platform/ids.ts';
import { compileStatement } from '../../platform/lists/list-query.ts';
import type { Page } from '../../platform/lists/pagination.ts';
import { cutByBytes } from '../../platform/lists/portions.ts';
import { queryBuilder } from '../../platform/lists/query-builder.ts';
import { type GroupStatus, groupColumnList, groupSources, groupStatus } from '../columns.ts';
import type { Narrowed } from './narrow.ts';

/** Which record groups are listed; what is undefined is no filter. */
export type GroupFilter = {
  /** The first day, and the day behind the last one: midnights UTC, by the organization's clock. */
  from: string;
  until: string;
  partner?: string | undefined;
  buyerId?: string | undefined;
  productId?: string | undefined;
  entitlementId?: string | undefined;
  status?: GroupStatus | undefined;
  source?: string | undefined;
  metaInfo?: string | undefined;
  /** Where those of the status lie: it leaves none out. */
  narrowed?: Narrowed | undefined;
};

/** When the first and the last call of the days came, by the wall clock; null where there are none. */
export type Bounds = { since: string | null; until: string | null };

/** Selects when the first and the last call of some days came, by the index of their creation. */
export const selectBounds = (scope: OrgScope, { from, until }: GroupFilter): Statement => ({
  name: 'select_bounds_of_usage_calls',
  text: `SELECT
      (SELECT b.received_at FROM usage_batch b WHERE b.organization_id = $1 AND b.creation_time >= $2
         AND b.creation_time < $3 ORDER BY b.creation_time, b.id LIMIT 1) AS since,
      (SELECT b.received_at FROM usage_batch b WHERE b.organization_id = $1 AND b.creation_time >= $2
         AND b.creation_time < $3 ORDER BY b.creation_time DESC, b.id DESC LIMIT 1) AS until`,
  values: [scope.organizationId, from, until],
});

/** The clocks of several processes, and the time between a call's begin and its identifier. */
const slackMs = 3_600_000;

/** The least identifier of calls that were made at a moment or later: it begins with the time. */
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

/** The statements that read a page of record groups, with one more than its limit, and count them all. */
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
  // An order that no index has: what few entitlements have is read by these, and sorted.
  const place = filter.narrowed?.entitlements ? sql`(g.batch_id || '')` : sql`g.batch_id`;
  const cut = cutByBytes(columns);
  const from = sql.raw(groupSources);
  return {
    rows: compileStatement(
      sql`${sql.raw(cut.before)} SELECT ${sql.raw(columns)} FROM ${from} WHERE ${page}${behind}
        ORDER BY ${place} ${direction}, g.ordinal ${direction} LIMIT ${limit + 1} OFFSET ${offset} ${sql.raw(cut.behind)}`,
      // Without a name it is planned each time: a plan for any limit sorts all groups before it takes a page of them.
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
 * The calls at both ends of the days. Where the position of a page says the end at which it begins (`said`), that end is left out:
 * of two the index would be read from the first, which is farther with each page.
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

/** What is settled or waits is known from the call; a state of its own has an index, which is found by the word. */
function ofStatus(status: GroupStatus) {
  const { sql } = queryBuilder();
  if (status === 'INVALID') return sql`g.state = 'INVALID'`;
  if (status === 'DELETED') return sql`g.state = 'DELETED'`;
  const is = sql`${sql.raw(groupStatus)} = ${status} AND g.state IS NULL`;
  if (status === 'REPORT_PENDING' || status === 'REPORTED' || status === 'REPORT_FAILED')
    return sql`b.run_id IS NOT NULL AND ${is}`;
  return is;
}
