import { createHash } from 'node:crypto';
import type { CompiledQuery, RawBuilder } from 'kysely';
import type { ColumnOf, TableName } from '../database/rows.ts';
import type { Statement } from '../database/statement.ts';
import { columnTypes } from '../database/tables.ts';
import { portionBytes } from '../http/route.ts';
import type { Span } from './narrowing.ts';
import type { Page, Position } from './pagination.ts';
import { queryBuilder } from './query-builder.ts';
import { hasText, type Search } from './search.ts';
import { type Sort, timeFormat, valueText } from './sorting.ts';

/**
 * A filter by columns, with the required value or a list of allowed values for each column. Undefined values are
 * ignored.
 */
export type FiltersOf<T extends TableName> = { readonly [C in ColumnOf<T>]?: unknown };

/** The ids in the `column` of those link table rows that have the values of `match`. */
export type Link = {
  [L in TableName]: { table: L; column: ColumnOf<L>; match: FiltersOf<L> };
}[TableName];

/** An array column with the `value`s of another table, whose `column` has the row's id, or else the row's `by`. */
type GatheredColumn = {
  [L in TableName]: { as: string; table: L; column: ColumnOf<L>; value: ColumnOf<L>; by?: string };
}[TableName];

export type ListQuery<T extends TableName> = {
  organizationId: string;
  table: T;
  /** The columns to select. */
  columns: readonly ColumnOf<T>[];
  filters: FiltersOf<T>;
  /** The filters of which at least one must match. Undefined values are ignored. */
  either?: FiltersOf<T>;
  /** The columns whose filter values are embedded in the SQL, so that the planner can use partial indexes. */
  spelled?: readonly ColumnOf<T>[];
  /**
   * The filters by link tables: the `column` of a link row with the values of `match` must contain the row's id. A link
   * with an undefined value is ignored.
   */
  links?: readonly Link[];
  /** A filter by a link table with a copy of the record's creation time, whose index provides the order of the list. */
  orderedLink?: Link | undefined;
  /** A filter by a column whose additional values are in a link table. An undefined value is ignored. */
  named?: { column: ColumnOf<T>; value: unknown; also: Link } | undefined;
  /** The columns that must not be null. */
  present?: readonly ColumnOf<T>[];
  /** The array columns from other tables, in the order in which the values were linked. */
  gathered?: readonly GatheredColumn[];
  /** A status that is hidden unless the request filters by status. */
  hiddenStatus?: 'status' extends ColumnOf<T> ? string : never;
  /** The column values whose rows are never listed. */
  hidden?: FiltersOf<T>;
  /** The text that a row must contain. */
  search?: Search | undefined;
  /** The range of creation times. */
  span?: Span | undefined;
  page: Page;
};

/** `ListQuery` without table types, for the builder. The compiler checks column names in `ListQuery`. */
type AnyList = {
  organizationId: string;
  table: string;
  columns: readonly string[];
  filters: Readonly<Record<string, unknown>>;
  either?: Readonly<Record<string, unknown>>;
  spelled?: readonly string[];
  links?: readonly AnyLink[];
  orderedLink?: AnyLink | undefined;
  named?: { column: string; value: unknown; also: AnyLink } | undefined;
  present?: readonly string[];
  gathered?: readonly GatheredColumn[];
  hiddenStatus?: string;
  hidden?: Readonly<Record<string, unknown>>;
  search?: Search | undefined;
  span?: Span | undefined;
};
type AnyLink = { table: string; column: string; match: Readonly<Record<string, unknown>> };

/**
 * Builds the statements that read one page of a list, in the order of the page. The statements read one row more than
 * the limit, to detect whether there is a next page. The same combination of filters gives the same text, which limits
 * the number of prepared statements. The last row is the first row whose `bytes_so_far`, the running total of bytes,
 * reaches `portionBytes`.
 */
export function listStatements<T extends TableName>(
  query: ListQuery<T>,
): { rows: Statement; count: Statement | undefined } {
  const { page } = query;
  const { builder, sql } = queryBuilder();
  const order = sql.raw(orderOf(page));
  const columns = [...new Set([...query.columns, 'creation_time', 'id'])];
  const gathered = query.gathered ?? [];
  const lists = gathered.map(({ as }) => as);
  const names = [...columns, ...lists];
  const shown = [...names, 'position_time', ...(page.sort ? ['position_value'] : [])];
  const carried = page.sort ? [...shown, sortedBy] : shown;
  const rows = orderedQuery(query, page, page.limit + 1)
    .select(columns)
    .select(gathered.map((column) => gather(query, column)));
  const printed = builder
    .selectFrom(rows.as('page'))
    .select(
      carried.map((name) =>
        isJson(query.table, name) ? sql<string>`${sql.ref(name)}::text`.as(name) : name,
      ),
    )
    .orderBy(order)
    // Prevents the planner from inlining the conversion to text, which would run once per reference to the column.
    .offset(sql.lit(0));
  const sized = builder
    .selectFrom(printed.as('printed'))
    .select(carried)
    .select(sql.raw<number>(sizeOfRow(query.table, columns, lists)).as('bytes'));
  const running = builder
    .selectFrom(sized.as('sized'))
    .select([...carried, 'bytes'])
    .select(sql<number>`sum(bytes) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)`.as('bytes_so_far'));
  const cut = builder
    .selectFrom(running.as('running'))
    .select([...shown, 'bytes_so_far'])
    .where(sql<boolean>`bytes_so_far - bytes < ${sql.lit(portionBytes)}`)
    .orderBy(order);
  const count = page.count ? filteredQuery(query).select(sql<number>`count(*)`.as('total')) : undefined;
  return { rows: named(cut.compile()), count: count && named(count.compile()) };
}

const typeOf = (table: string, column: string): string => {
  const types: Readonly<Record<string, Readonly<Record<string, string>>>> = columnTypes;
  return types[table]?.[column] ?? 'text';
};

/** Whether a column is JSON. JSON is converted to text once per row, for both its size and the response. */
const isJson = (table: string, column: string): boolean => /^jsonb?$/.test(typeOf(table, column));

/**
 * Builds the SQL expression that estimates the size of a row from its text columns (without decompression), its JSON
 * (already converted to text) and its arrays. Other columns have a few bytes and are not counted.
 */
function sizeOfRow(table: string, columns: readonly string[], gathered: readonly string[]): string {
  const ofType = (pattern: RegExp) => columns.filter((column) => pattern.test(typeOf(table, column)));
  const texts = ofType(/^(text|jsonb?)$/).map((column) => `coalesce(octet_length("${column}"), 0)`);
  const lists = [...ofType(/\[\]$/), ...gathered];
  return [...texts, ...(lists.length > 0 ? [sizeOf(lists)] : [])].join(' + ');
}

type Place = Pick<Page, 'after' | 'offset' | 'descending' | 'sort'>;

/** Builds the statement that reads only the positions of up to two rows after a position. */
export const positionsStatement = <T extends TableName>(query: Omit<ListQuery<T>, 'page'>, place: Place) =>
  named(orderedQuery(query, place, 2).select('id').compile());

const directionOf = ({ descending }: Place) => (descending ? 'desc' : 'asc');

/** The column of a sorted page with the values by which it is sorted. */
const sortedBy = 'place_value';

/** Returns the SQL of the order of a page, for columns of which creation time and id have a prefix. */
function orderOf(page: Place, prefix = ''): string {
  const direction = directionOf(page);
  const usual = `${prefix}creation_time ${direction}, ${prefix}id ${direction}`;
  return page.sort ? `${sortedBy} ${direction} NULLS LAST, ${usual}` : usual;
}

/**
 * Builds the SQL expression for the uncompressed size of column values in bytes. A compressed value may be a hundred
 * times larger than its stored size.
 */
export const sizeOf = (columns: readonly string[]): string =>
  columns
    .filter((column) => !column.endsWith('_time'))
    .map(
      (column) => `CASE WHEN pg_column_compression("${column}") IS NULL
        THEN coalesce(pg_column_size("${column}"), 0) ELSE octet_length("${column}"::text) END`,
    )
    .join(' + ');

/** Builds the query in list order. One index serves both directions: PostgreSQL also reads it backwards. */
function orderedQuery(query: AnyList, page: Place, limit: number) {
  if (page.sort) return sortedQuery(query, page, page.sort, limit);
  const { sql } = queryBuilder();
  const direction = directionOf(page);
  const time = timeColumn(query);
  const id = matches(query.orderedLink) ? 'linked_id' : 'id';
  let rows = filteredQuery(query)
    .select(positionTime())
    .orderBy(time, direction)
    .orderBy(id, direction)
    .limit(limit);
  if (page.offset > 0) rows = rows.offset(page.offset);
  if (page.after) rows = rows.where(behind(sql.ref(time), sql.ref(id), page.after, page.descending));
  return rows;
}

const positionTime = () => {
  const { sql } = queryBuilder();
  return sql<string>`to_char(creation_time, ${sql.lit(timeFormat)})`.as('position_time');
};

/**
 * Builds the query in the order of a column, which first reads the positions of the page. The rows with a value and the
 * rows without are two parts, each with the limit of the page, because an index finds a position either among values or
 * among nulls.
 */
function sortedQuery(query: AnyList, page: Place, sort: Sort, limit: number) {
  const { builder, sql } = queryBuilder();
  const parts = page.after?.value === null ? [true] : [false, true];
  const read = parts.map((isNull) => partOf(query, page, sort, limit + page.offset, isNull));
  const places = sql<Record<string, unknown>>`(
    SELECT place_id, place_creation_time, ${sql.ref(sortedBy)} FROM (${sql.join(
      read.map((part) => sql`(${part})`),
      sql` UNION ALL `,
    )}) part ORDER BY ${sql.raw(orderOf(page, 'place_'))} LIMIT ${limit} OFFSET ${page.offset})`;
  return builder
    .selectFrom(query.table)
    .where('organization_id', '=', query.organizationId)
    .innerJoin(places.as('place'), 'place_id', 'id')
    .select([positionTime(), valueText(sort, sql.ref(sortedBy)).as('position_value'), sortedBy])
    .orderBy(sql.raw(orderOf(page)));
}

/** Builds the query of the positions of rows with a value, or of rows without. */
function partOf(query: AnyList, page: Place, sort: Sort, limit: number, isNull: boolean) {
  const { sql } = queryBuilder();
  const direction = directionOf(page);
  const { links = [], orderedLink } = query;
  const { after } = page;
  const column = sql.ref(sort.column);
  let rows = filteredQuery({
    ...query,
    links: orderedLink ? [...links, orderedLink] : links,
    orderedLink: undefined,
  })
    .where(column, isNull ? 'is' : 'is not', null)
    .select(['id as place_id', 'creation_time as place_creation_time', `${sort.column} as ${sortedBy}`])
    .orderBy(sql.raw(`"${sort.column}" ${direction}, creation_time ${direction}, id ${direction}`))
    .limit(limit);
  if (after && isNull === (after.value === null))
    rows = rows.where(
      isNull
        ? behind(sql.ref('creation_time'), sql.ref('id'), after, page.descending)
        : behindValue(sort, after, page.descending),
    );
  return rows;
}

const timeColumn = ({ orderedLink }: AnyList) => (matches(orderedLink) ? 'linked_time' : 'creation_time');

const gather = (
  { table, organizationId }: AnyList,
  { as, table: links, column, value, by = 'id' }: GatheredColumn,
) => {
  const { sql } = queryBuilder();
  return sql<string[]>`ARRAY(SELECT l.${sql.ref(value)} FROM ${sql.table(links)} l
    WHERE l.organization_id = ${organizationId} AND l.${sql.ref(column)} = ${sql.ref(`${table}.${by}`)}
    ORDER BY l.creation_time, l.${sql.ref(value)})`.as(as);
};

const behind = (
  timeColumn: RawBuilder<unknown>,
  idColumn: RawBuilder<unknown>,
  { creationTime, id }: Position,
  descending: boolean,
): RawBuilder<boolean> => {
  const { sql } = queryBuilder();
  return sql<boolean>`(${timeColumn}, ${idColumn}) ${sql.raw(descending ? '<' : '>')} (${creationTime}::timestamptz, ${id})`;
};

const behindValue = (
  { column, type }: Sort,
  { value, creationTime, id }: Position,
  descending: boolean,
): RawBuilder<boolean> => {
  const { sql } = queryBuilder();
  return sql<boolean>`(${sql.ref(column)}, creation_time, id) ${sql.raw(descending ? '<' : '>')}
    (${value}::${sql.raw(type)}, ${creationTime}::timestamptz, ${id})`;
};

const matches = (link: AnyLink | undefined): link is AnyLink =>
  link !== undefined && Object.values(link.match).every((value) => value !== undefined);

const linked = ({ table, match }: AnyLink, organizationId: string) => {
  let rows = queryBuilder().builder.selectFrom(table).where('organization_id', '=', organizationId);
  for (const [name, value] of Object.entries(match)) rows = rows.where(name, '=', value);
  return rows;
};

function filteredQuery(query: AnyList) {
  const { builder, sql } = queryBuilder();
  let select = builder.selectFrom(query.table).where('organization_id', '=', query.organizationId);
  if (matches(query.orderedLink)) {
    const link = linked(query.orderedLink, query.organizationId)
      .select([`${query.orderedLink.column} as linked_id`, 'creation_time as linked_time'])
      .as('linked');
    select = select.innerJoin(link, 'linked_id', 'id') as typeof select;
  }
  for (const [column, value] of Object.entries(query.filters))
    if (Array.isArray(value))
      select = select.where(sql<boolean>`${sql.ref(column)} = ANY (${value}::text[])`);
    else if (value !== undefined)
      select = select.where(column, '=', query.spelled?.includes(column) ? sql.lit(value) : value);
  const either = Object.entries(query.either ?? {}).filter(([, value]) => value !== undefined);
  if (either.length > 0)
    select = select.where((where) => where.or(either.map(([column, value]) => where(column, '=', value))));
  const { named } = query;
  if (named && named.value !== undefined) {
    const own = linked(
      { table: query.table, column: 'id', match: { [named.column]: named.value } },
      query.organizationId,
    ).select('id');
    const others = linked(named.also, query.organizationId).select(`${named.also.column} as id`);
    select = select.where('id', 'in', own.unionAll(others));
  }
  for (const column of query.present ?? []) select = select.where(column, 'is not', null);
  for (const link of (query.links ?? []).filter(matches))
    select = select.where('id', 'in', linked(link, query.organizationId).select(link.column));
  if (query.hiddenStatus !== undefined && query.filters.status === undefined)
    select = select.where('status', '<>', query.hiddenStatus);
  for (const [column, value] of Object.entries(query.hidden ?? {}))
    select = select.where(column, '<>', value);
  if (query.search) select = select.where(hasText(query.table, query.organizationId, query.search));
  const { from, to } = query.span ?? {};
  const time = sql.ref(timeColumn(query));
  if (from !== undefined) select = select.where(sql<boolean>`${time} >= ${from}::timestamptz`);
  if (to !== undefined) select = select.where(sql<boolean>`${time} < ${to}::timestamptz`);
  return select;
}

const named = (compiled: CompiledQuery, kept = true): Statement => ({
  name: kept ? `list_${createHash('sha1').update(compiled.sql).digest('hex').slice(0, 16)}` : '',
  text: compiled.sql,
  values: compiled.parameters,
});

/**
 * Compiles a raw query. If `kept` is false, the statement is not prepared, for queries with too many different texts.
 */
export const compileStatement = (query: RawBuilder<unknown>, kept: boolean): Statement =>
  named(queryBuilder().compile(query), kept);
