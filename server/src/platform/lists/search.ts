import type { RawBuilder } from 'kysely';
import type { ColumnOf, TableName } from '../database/rows.ts';
import type { Statement } from '../database/statement.ts';
import { queryBuilder } from './query-builder.ts';

/** The columns and indexes in which a list searches for a text. */
export type SearchColumns<T extends TableName> = {
  /**
   * The name of the search index for the database function `search_list`. Absent for small sets of records, whose rows
   * are all compared.
   */
  noun?: string;
  /** The columns that may contain the text at any position, ignoring case. */
  within: readonly ColumnOf<T>[];
  /**
   * The columns that may begin with the text, such as identifiers of other systems. The row's own id is always
   * compared.
   */
  begins?: readonly ColumnOf<T>[];
  /** A link table that has the row's id in `column`. Its column `begins` may begin with the text. */
  linked?: { [L in TableName]: { table: L; column: ColumnOf<L>; begins: ColumnOf<L> } }[TableName];
};

/** A text to search for, and the ids of all matching rows if the search index returned them. */
export type Search = {
  text: string;
  ids?: readonly string[] | undefined;
  within: readonly string[];
  begins?: readonly string[];
  linked?: { table: string; column: string; begins: string };
};

/**
 * The maximum number of ids that the search index returns. A text with more matches is searched in list order, because
 * its matches are frequent enough to fill a page soon.
 */
const mostIds = 1000;

/**
 * Builds the statement that searches the index for a text. `ids` is null if the index does not support the text or
 * finds too many rows.
 */
export const searchStatement = (noun: string, text: string): Statement => ({
  name: 'search_list',
  text: 'SELECT search_list($1, $2, $3) AS ids',
  values: [noun, text, mostIds],
});

/**
 * Builds the condition that a row matches the text. The condition uses functions, for which the planner assumes that a
 * third of all rows match. With LIKE, the planner would expect few matches and sort all rows of the organization for
 * one page.
 */
export function hasText(
  table: string,
  organizationId: string,
  { text, ids, within, begins = [], linked }: Search,
): RawBuilder<boolean> {
  const { sql } = queryBuilder();
  const column = (name: string) => sql.ref(`${table}.${name}`);
  if (ids) return sql<boolean>`${column('id')} = ANY (${ids}::text[])`;
  const conditions = [
    ...within.map((name) => sql`strpos(lower(${column(name)}), lower(${text}::text)) > 0`),
    sql`starts_with(${column('id')}, lower(${text}::text))`,
    ...begins.map((name) => sql`starts_with(${column(name)}, ${text}::text)`),
    ...(linked ? [sql`${column('id')} IN ${withBeginning(linked, organizationId, text)}`] : []),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` OR `)})`;
}

/** Reads the row ids of a link table whose `begins` starts with a text, by comparisons that its index supports. */
function withBeginning(linked: NonNullable<Search['linked']>, organizationId: string, text: string) {
  const { builder, sql } = queryBuilder();
  return builder
    .selectFrom(linked.table)
    .where('organization_id', '=', organizationId)
    .where(linked.begins, '>=', text)
    .where(linked.begins, '<', sql<string>`${text}::text || chr(1114111)`)
    .select(linked.column);
}
