import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Page } from './pagination.ts';
import type { Statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** Kysely as a builder only: it makes SQL text, the statements run elsewhere. */
const builder = new Kysely<Record<string, Record<string, unknown>>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

export type ListQuery = {
  organizationId: string;
  table: keyof Tables;
  /** Columns to answer, in the select list. */
  columns: readonly string[];
  /** Columns and the values that they must have; an undefined value is no filter. */
  filters: Readonly<Record<string, unknown>>;
  /**
   * Filters by a link table: only rows whose id it holds in `column`, beside the values of `match`. One whose values
   * are undefined is no filter.
   */
  links?: readonly { table: keyof Tables; column: string; match: Readonly<Record<string, unknown>> }[];
  /** Columns that must have a value. */
  present?: readonly string[];
  /** Columns made of the values that a link table holds for a row, in the order in which they were linked. */
  gathered?: readonly { as: string; table: keyof Tables; column: string; value: string }[];
  /** A status that is never shown. */
  hiddenStatus?: string;
  page: Page;
};

/**
 * The statements that read one page of a list in (creation time, id) order: one row more than the limit, to know
 * whether there is a next page. Equal combinations of filters give equal text, so that their names are few.
 */
export function listStatements(query: ListQuery): { rows: Statement; count: Statement | undefined } {
  const { page } = query;
  let rows = filtered(query)
    .select([...new Set([...query.columns, 'creation_time', 'id'])])
    .select(positionTime)
    .select((query.gathered ?? []).map((column) => gather(query, column)))
    .orderBy('creation_time')
    .orderBy('id')
    .limit(page.limit + 1);
  if (page.offset > 0) rows = rows.offset(page.offset);
  if (page.after) rows = rows.where(after(page.after.creationTime, page.after.id));
  const count = page.count ? filtered(query).select(sql<number>`count(*)`.as('total')) : undefined;
  return { rows: named(rows.compile()), count: count && named(count.compile()) };
}

const positionTime = sql<string>`to_char(creation_time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('position_time');

type Gathered = NonNullable<ListQuery['gathered']>[number];

const gather = ({ table, organizationId }: ListQuery, { as, table: links, column, value }: Gathered) =>
  sql<string[]>`ARRAY(SELECT l.${sql.ref(value)} FROM ${sql.table(links)} l
    WHERE l.organization_id = ${organizationId} AND l.${sql.ref(column)} = ${sql.ref(`${table}.id`)}
    ORDER BY l.creation_time, l.${sql.ref(value)})`.as(as);

const after = (creationTime: string, id: string): RawBuilder<boolean> =>
  sql<boolean>`(creation_time, id) > (${creationTime}::timestamptz, ${id})`;

function filtered(query: ListQuery) {
  let select = builder.selectFrom(query.table).where('organization_id', '=', query.organizationId);
  for (const [column, value] of Object.entries(query.filters))
    if (value !== undefined) select = select.where(column, '=', value);
  for (const column of query.present ?? []) select = select.where(column, 'is not', null);
  for (const { table, column, match } of query.links ?? []) {
    if (Object.values(match).some((value) => value === undefined)) continue;
    let linked = builder.selectFrom(table).select(column).where('organization_id', '=', query.organizationId);
    for (const [name, value] of Object.entries(match)) linked = linked.where(name, '=', value);
    select = select.where('id', 'in', linked);
  }
  if (query.hiddenStatus !== undefined && query.filters.status === undefined)
    select = select.where('status', '<>', query.hiddenStatus);
  return select;
}

const named = (compiled: CompiledQuery, kept = true): Statement => ({
  name: kept ? `list_${createHash('sha1').update(compiled.sql).digest('hex').slice(0, 16)}` : '',
  text: compiled.sql,
  values: compiled.parameters,
});

/** The statement that a raw query makes; one that is not kept has no name, for those with texts without end. */
export const compileStatement = (query: RawBuilder<unknown>, kept: boolean): Statement =>
  named(query.compile(builder), kept);
