import type { RawBuilder } from 'kysely';
import type { ColumnOf, TableName } from '../database/rows.ts';
import type { Statement } from '../database/statement.ts';
import { queryBuilder } from './query-builder.ts';

/** Where a list looks for a text. */
export type Searched<T extends TableName> = {
  /**
   * What `search_list` of the database calls these rows, where there is an index of them. Where there is none they are so
   * few that each is compared.
   */
  noun?: string;
  /** Columns that have the text somewhere, in any letter case. */
  within: readonly ColumnOf<T>[];
  /** Columns that begin with the text: identifiers of other systems. The row's own does, too. */
  begins?: readonly ColumnOf<T>[];
  /** A link table whose `begins` begins with it, and that holds the row's id in `column`. */
  linked?: { [L in TableName]: { table: L; column: ColumnOf<L>; begins: ColumnOf<L> } }[TableName];
};

/** A text that is looked for, and the ids of all rows that have it, where an index told them. */
export type Search = {
  text: string;
  ids?: readonly string[] | undefined;
  within: readonly string[];
  begins?: readonly string[];
  linked?: { table: string; column: string; begins: string };
};

/**
 * So many rows, and more, are found in the order of the list, as any page of it would be: where so many have the text, a
 * page is full soon.
 */
const mostIds = 1000;

/** The statement that looks a text up in the index: one row with `ids`, null where the index cannot tell or has too many. */
export const searchStatement = (noun: string, text: string): Statement => ({
  name: 'search_list',
  text: 'SELECT search_list($1, $2, $3) AS ids',
  values: [noun, text, mostIds],
});

/**
 * Makes the condition that a row has the text. By functions that the planner takes to hold for a third of all rows: with
 * LIKE it would expect a few, and put all rows of an organization in order for one page.
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

/** The ids of the rows that a link table links to something that begins with a text: by comparisons that use its index. */
function withBeginning(linked: NonNullable<Search['linked']>, organizationId: string, text: string) {
  const { builder, sql } = queryBuilder();
  return builder
    .selectFrom(linked.table)
    .where('organization_id', '=', organizationId)
    .where(linked.begins, '>=', text)
    .where(linked.begins, '<', sql<string>`${text}::text || chr(1114111)`)
    .select(linked.column);
}
