import type { ColumnOf, ColumnType as SqlType, TableName } from '../database/rows.ts';
import { columnTypes } from '../database/tables.ts';
import { type AppError, invalid } from '../errors.ts';

export type ColumnType = 'text' | 'time' | 'number' | 'boolean';

/** The columns allowed in a list's filter, each with its SQL expression. */
export type FilterColumns<Name extends string = string> = Readonly<
  Record<Name, { sql: string; type: ColumnType }>
>;

const typesOf: Readonly<Partial<Record<SqlType, ColumnType>>> = {
  text: 'text',
  timestamptz: 'time',
  bigint: 'number',
  integer: 'number',
  numeric: 'number',
  boolean: 'boolean',
};

/**
 * Creates filter columns with the names of a table's columns.
 * @param alias the table's alias in the statement
 * @throws Error for a column whose type is not text, time, number or boolean
 */
export function columnsOfTable<T extends TableName, const C extends ColumnOf<T>>(
  table: T,
  alias: string,
  names: readonly C[],
): FilterColumns<C> {
  const stored = columnTypes as Readonly<Record<string, Readonly<Record<string, SqlType>>>>;
  const columns = names.map((name) => {
    const type = typesOf[stored[table]?.[name] ?? 'text'];
    if (!type) throw new Error(`${table}.${name} does not support filters`);
    return [name, { sql: `${alias}.${name}`, type }] as const;
  });
  return Object.fromEntries(columns) as FilterColumns<C>;
}

/** A filter value. Numbers keep their original text; times are in UTC with milliseconds. */
export type Value = string | boolean;

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A parsed filter, in which the types of columns, operators and values match. */
export type Filter =
  | { form: 'compare'; comparison: Comparison; column: string; value: Value | null }
  | { form: 'in'; column: string; values: readonly Value[] }
  | { form: 'like'; column: string; pattern: string; ignoreCase: boolean }
  | { form: 'is-null'; column: string }
  | { form: 'and' | 'or'; filters: readonly Filter[] }
  | { form: 'not'; filter: Filter };

/** Creates the error for a position in a parameter's text, counted from 1. */
export type Refusal = (at: number, message: string) => AppError;

export const refusal =
  (parameter: 'q' | 's', text: string, columns: FilterColumns): Refusal =>
  (at, message) => {
    const character = [...text.slice(0, at)].length + 1;
    const known = Object.keys(columns).join(', ');
    return invalid([
      { pointer: parameter, message: `at character ${character}: ${message}; columns: ${known}` },
    ]);
  };

/** Quotes a text for an error message and shortens a long one. */
export const quoteForMessage = (text: string): string =>
  `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
