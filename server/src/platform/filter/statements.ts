import type { RawBuilder } from 'kysely';
import type { Row } from '../database/statement.ts';
import type { Batch } from '../http/route.ts';
import { compileStatement } from '../lists/list-query.ts';
import { cutByBytes, type OrderedPage, orderedBatch } from '../lists/portions.ts';
import { queryBuilder } from '../lists/query-builder.ts';
import type { ColumnType, Comparison, Filter, FilterColumns, Value } from './filter.ts';
import type { NumberedPage } from './page.ts';
import type { Sort } from './sort.ts';

/** A newer list. All fields except the organization and the page are SQL from the source code. */
export type FilteredList<Name extends string = string> = {
  organizationId: string;
  /** The table with its alias, and its joins, which also compare the organization. */
  from: string;
  /** The alias of the listed table, which has `organization_id` and `id`. */
  alias: string;
  /** The select list. */
  select: string;
  columns: FilterColumns<Name>;
  defaultSort: Sort<Name>;
  page: NumberedPage;
};

const sqlTypes: Record<ColumnType, string> = {
  text: 'text',
  time: 'timestamptz',
  number: 'numeric',
  boolean: 'boolean',
};

/**
 * Builds the statements that read one page of a newer list, completely or in portions, and that count the rows of all
 * pages.
 *
 * Under row-level security, an index can be searched only by leakproof operators: equality and order of texts and
 * times. `like`, `ilike`, and comparisons of numerics or numeric expressions are evaluated for each row of the
 * organization. A frequently searched column therefore needs a separate index.
 */
export function filteredStatements(list: FilteredList): Pick<OrderedPage, 'rows' | 'count' | 'byIds'> {
  const { sql } = queryBuilder();
  const { page, columns, alias } = list;
  const organization = sql`${sql.raw(`${alias}.organization_id`)} = ${list.organizationId}`;
  const where = page.filter ? sql`${organization} AND ${conditionOf(page.filter, columns)}` : organization;
  const from = sql`FROM ${sql.raw(list.from)} WHERE ${where}`;
  const order = sql.raw(orderOf(page.sort ?? list.defaultSort, list));
  const { before, behind } = cutByBytes(list.select);
  const cut = (rows: RawBuilder<unknown>) => sql`${sql.raw(before)}${rows}${sql.raw(behind)}`;
  const select = sql.raw(`SELECT ${list.select}`);
  const id = sql.raw(`${alias}.id`);
  const place = sql`ORDER BY ${order} LIMIT ${page.size} OFFSET ${(page.number - 1) * page.size}`;
  const count = sql`SELECT count(*) AS total ${from}`;
  // The statements are unnamed, because named statements stay on a connection and the number of different filters is
  // unlimited.
  const kept = page.filter === undefined && page.sort === undefined;
  return {
    rows: compileStatement(cut(sql`${select} ${from} ${place}`), kept),
    count: compileStatement(count, page.filter === undefined),
    byIds: (ids) =>
      compileStatement(
        cut(sql`${select} FROM ${sql.raw(list.from)} WHERE ${organization} AND ${id} = ANY(${ids}::text[])
          ORDER BY array_position(${ids}::text[], ${id})`),
        true,
      ),
  };
}

/** Builds the batch that returns a newer list: one page, and the number of rows on all pages. */
export const numberedBatch = (list: FilteredList, encode: (row: Row) => string): Batch =>
  orderedBatch({
    ...filteredStatements(list),
    shown: list.page.size,
    wanted: list.page.size,
    encode,
    frame: (_, total) => ({
      before: '{"data":[',
      behind: `],"page_number":${list.page.number},"page_size":${list.page.size},"total_count":${total}}`,
    }),
  });

/** Builds the ORDER BY clause. Ties are sorted by id, in the direction of the last column, so that pages are stable. */
function orderOf(sort: Sort, { columns, alias }: FilteredList): string {
  const terms = sort.map(({ column, descending }) => `${sqlOf(column, columns)}${descending ? ' DESC' : ''}`);
  return [...terms, `${alias}.id${sort.at(-1)?.descending ? ' DESC' : ''}`].join(', ');
}

const sqlOf = (column: string, columns: FilterColumns): string => `(${columns[column]?.sql})`;

/**
 * Builds the SQL expression for a filter. A null column matches only `is-null` and `!=`. `not` and `!=` match exactly
 * the rows that the opposite condition excludes.
 */
function conditionOf(filter: Filter, columns: FilterColumns): RawBuilder<unknown> {
  const { sql } = queryBuilder();
  switch (filter.form) {
    case 'not':
      return sql`(${conditionOf(filter.filter, columns)}) IS NOT TRUE`;
    case 'and':
    case 'or': {
      const parts = filter.filters.map((part) => conditionOf(part, columns));
      return sql`(${sql.join(parts, sql.raw(filter.form === 'and' ? ' AND ' : ' OR '))})`;
    }
    case 'is-null':
      return sql.raw(`${sqlOf(filter.column, columns)} IS NULL`);
    case 'like': {
      const column = sql.raw(sqlOf(filter.column, columns));
      return sql`${column} ${sql.raw(filter.ignoreCase ? 'ILIKE' : 'LIKE')} ${filter.pattern}::text`;
    }
    case 'in': {
      const type = sql.raw(`${typeOf(filter.column, columns)}[]`);
      return sql`${sql.raw(sqlOf(filter.column, columns))} = ANY(${filter.values}::${type})`;
    }
    case 'compare':
      return comparisonOf(filter.comparison, filter.column, filter.value, columns);
  }
}

function comparisonOf(
  comparison: Comparison,
  name: string,
  value: Value | null,
  columns: FilterColumns,
): RawBuilder<unknown> {
  const { sql } = queryBuilder();
  const column = sql.raw(sqlOf(name, columns));
  if (value === null) return sql`${column} ${sql.raw(comparison === '=' ? 'IS NULL' : 'IS NOT NULL')}`;
  const operator = sql.raw(comparison === '!=' ? 'IS DISTINCT FROM' : comparison);
  return sql`${column} ${operator} ${value}::${sql.raw(typeOf(name, columns))}`;
}

const typeOf = (column: string, columns: FilterColumns): string =>
  sqlTypes[(columns[column] as FilterColumns[string]).type];
