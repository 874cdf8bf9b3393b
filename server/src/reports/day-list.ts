import type { OrgScope } from '../platform/access/scope.ts';
import { printedLines } from '../platform/csv/print.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { type Batch, portionBytes, RawJson, type RouteRequest } from '../platform/http/route.ts';
import { csvBatch, type PrintedTable } from '../platform/lists/csv-list.ts';
import { compileStatement } from '../platform/lists/list-query.ts';
import {
  type Page,
  type PageParameters,
  pageHeaders,
  pageOf,
  positionOf,
} from '../platform/lists/pagination.ts';
import { isCut } from '../platform/lists/portions.ts';
import { queryBuilder } from '../platform/lists/query-builder.ts';
import type { Days } from './days.ts';

/** The filter of a list; undefined fields do not filter. */
export type DayFilter = Days & {
  partner: string;
  entitlementId?: string | undefined;
  buyerId?: string | undefined;
  productId?: string | undefined;
};

/** A list of daily rows, ordered by day and id within each marketplace, like the index. */
export type DayList = {
  table: 'revenue_record' | 'revenue_detail' | 'usage_daily' | 'usage_verification';
  /** The select list, with the table as `x` and its entitlement as `e`, which may be missing. */
  columns: string;
  /** SQL expression of the approximate size of a row in bytes. */
  bytes: string;
  /** The conditions for all rows of the list. */
  conditions?: readonly string[];
  /** Whether the table has a product column. If not, the product comes from the entitlement. */
  hasProduct: boolean;
  /** The field of the response that contains the rows. */
  field: string;
  encode: (row: Row) => string;
  csv: PrintedTable;
  /** The columns in CSV, which are small. */
  csvColumns: string;
};

type Place = Pick<Page, 'limit' | 'offset' | 'descending' | 'after'>;

/** Returns the batch that reads a page of rows by day. A page that would be too large ends before its limit. */
export function listDays(
  scope: OrgScope,
  request: RouteRequest<PageParameters>,
  filter: DayFilter,
  list: DayList,
): Batch {
  const given = { table: list.table, conditions: list.conditions, ...filter };
  const page = pageOf(request.query, given);
  const { rows, count } = dayStatements(scope, filter, list, page);
  if (request.wantsCsv)
    return csvBatch({
      table: list.csv,
      page,
      isWhole: request.query.limit === undefined,
      read: (place) => printedStatement(scope, filter, list, { ...page, ...place }),
      count: page.count ? count : undefined,
      positionOf,
      isPrinted: true,
    });
  return {
    statements: page.count ? [rows, count] : [rows],
    respond: ([found = [], counted]) => {
      const shown = found.slice(0, page.limit);
      const hasNext = found.length > page.limit || isCut(found, page.limit + 1);
      const last: Row | undefined = shown.at(-1);
      const next = hasNext && page.after === undefined ? `"nextOffset":${page.offset + shown.length},` : '';
      const total = counted?.[0]?.total as number | undefined;
      return {
        headers: pageHeaders(request, given, hasNext && last ? positionOf(last) : undefined, total),
        body: new RawJson([
          `{${next}"${list.field}":[`,
          ...shown.map((row, index) => `${index === 0 ? '' : ','}${list.encode(row)}`),
          ']}',
        ]),
      };
    },
  };
}

/** Returns the statement that reads a page of small rows as CSV lines. */
export function printedStatement(
  scope: OrgScope,
  filter: DayFilter,
  list: DayList,
  { limit, offset, descending, after }: Place,
): Statement {
  const { sql } = queryBuilder();
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  const order = sql`ORDER BY x.day ${direction}, x.id ${direction}`;
  const first = sql`${behindOf(after, descending)} ${order} LIMIT ${offset + limit}::bigint`;
  const read = columnsIn(list.csvColumns);
  return compileStatement(
    sql`WITH page AS MATERIALIZED (SELECT x.id, x.day, ${sql.raw(list.csvColumns)}
        FROM ${sourceOf(scope, filter, list, first, read)}
        LEFT JOIN entitlement e ON e.organization_id = ${scope.organizationId} AND e.id = x.entitlement_id
        ${order} LIMIT ${limit}::bigint OFFSET ${offset}::bigint)
      SELECT ${sql.raw(printedLines(list.csv.cells, 'page'))}, (array_agg(id))[count(*)] AS id,
        ${sql.raw(positionTime('(array_agg(day))[count(*)]'))} FROM page`,
    true,
  );
}

const positionTime = (day: string): string =>
  `to_char(${day}, 'YYYY-MM-DD') || 'T00:00:00.000000Z' AS position_time`;

/** Returns the condition for rows after a position. */
function behindOf(after: Place['after'], descending: boolean) {
  const { sql } = queryBuilder();
  return after
    ? sql` AND (x.day, x.id) ${sql.raw(descending ? '<' : '>')} (${after.creationTime.slice(0, 10)}::date, ${after.id})`
    : sql``;
}

/**
 * Returns the statements that read a page, with one row more than its limit, and that count all rows. The rows are read
 * once, in order, because a join of rows with their positions would become a nested loop if the planner underestimates
 * the number of rows.
 */
export function dayStatements(
  scope: OrgScope,
  filter: DayFilter,
  list: DayList,
  { limit, offset, descending, after }: Place,
): { rows: Statement; count: Statement } {
  const { sql } = queryBuilder();
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  const order = sql`ORDER BY x.day ${direction}, x.id ${direction}`;
  const read = columnsIn(`${list.columns} ${list.bytes}`);
  const carried = sql.join(read.map((column) => sql.ref(`x.${column}`)));
  const first = sql`${behindOf(after, descending)} ${order} LIMIT ${offset + limit + 1}::bigint`;
  return {
    rows: compileStatement(
      sql`SELECT x.id, x.day, ${sql.raw(positionTime('x.day'))}, x.bytes_so_far, ${sql.raw(list.columns)}
        FROM (
          SELECT ${carried}, x.bytes, sum(x.bytes) OVER (${order} ROWS UNBOUNDED PRECEDING) AS bytes_so_far
          FROM (
            SELECT ${carried}, ${sql.raw(list.bytes)} AS bytes FROM ${sourceOf(scope, filter, list, first, read)}
            ${order} LIMIT ${limit + 1} OFFSET ${offset}) x) x
        LEFT JOIN entitlement e ON e.organization_id = ${scope.organizationId} AND e.id = x.entitlement_id
        WHERE x.bytes_so_far - x.bytes < ${sql.lit(portionBytes)} ${order}`,
      true,
    ),
    count: compileStatement(sql`SELECT count(*) AS total FROM ${sourceOf(scope, filter, list, sql``)}`, true),
  };
}

/** Returns the table's columns for a select list, with the columns for the order and the entitlement. */
const columnsIn = (select: string): string[] => [
  ...new Set([
    'day',
    'id',
    ...[...select.matchAll(/\bx\.(\w+)/g)].map(([, name]) => name as string),
    'entitlement_id',
  ]),
];

/**
 * Returns the source of rows, in the order of an index. For a buyer, the source combines the first rows of each
 * entitlement of the buyer, because a scan of all rows would read many rows of other buyers.
 */
function sourceOf(
  { organizationId }: OrgScope,
  { first: firstDay, last, partner, entitlementId, buyerId, productId }: DayFilter,
  { table, conditions = [], hasProduct }: DayList,
  first: ReturnType<ReturnType<typeof queryBuilder>['sql']>,
  columns: readonly string[] = ['day', 'id'],
) {
  const { sql } = queryBuilder();
  const of = (name: string) => sql.join(columns.map((column) => sql.ref(`${name}.${column}`)));
  const found = [
    sql`x.organization_id = ${organizationId} AND x.partner = ${partner}`,
    sql`x.day >= ${firstDay}::date AND x.day <= ${last}::date`,
    ...conditions.map((condition) => sql`${sql.raw(condition)}`),
  ];
  if (entitlementId !== undefined) found.push(sql`x.entitlement_id = ${entitlementId}`);
  if (productId !== undefined && hasProduct) found.push(sql`x.product_id = ${productId}`);
  const where = sql.join(found, sql` AND `);
  if (buyerId === undefined)
    return sql`(SELECT ${of('x')} FROM ${sql.table(table)} x WHERE ${where} ${first}) x`;
  return sql`(SELECT ${of('own')} FROM entitlement e CROSS JOIN LATERAL (
      SELECT ${of('x')} FROM ${sql.table(table)} x WHERE x.entitlement_id = e.id AND ${where} ${first}) own
    WHERE e.organization_id = ${organizationId} AND e.buyer_id = ${buyerId}) x`;
}
