import type { ColumnOf, ColumnType as SqlType, TableName } from '../database/rows.ts';
import { columnTypes } from '../database/tables.ts';
import { type AppError, invalid } from '../errors.ts';

export type ColumnType = 'text' | 'time' | 'number' | 'boolean';

/** The columns that a list lets callers name, and the SQL expression that each stands for. */
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
 * Makes the columns of a table that callers name as the table does.
 * @param alias what the statement calls the table
 * @throws when values of a column are neither text, time, number nor boolean
 */
export function columnsOfTable<T extends TableName, const C extends ColumnOf<T>>(
  table: T,
  alias: string,
  names: readonly C[],
): FilterColumns<C> {
  const stored = columnTypes as Readonly<Record<string, Readonly<Record<string, SqlType>>>>;
  const columns = names.map((name) => {
    const type = typesOf[stored[table]?.[name] ?? 'text'];
    if (!type) throw new Error(`${table}.${name} cannot be filtered by`);
    return [name, { sql: `${alias}.${name}`, type }] as const;
  });
  return Object.fromEntries(columns) as FilterColumns<C>;
}

/** Numbers are kept as they were written, times in UTC with milliseconds. */
export type Value = string | boolean;

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A filter whose columns, operators and values are known to fit together. */
export type Filter =
  | { form: 'compare'; comparison: Comparison; column: string; value: Value | null }
  | { form: 'in'; column: string; values: readonly Value[] }
  | { form: 'like'; column: string; pattern: string; ignoreCase: boolean }
  | { form: 'is-null'; column: string }
  | { form: 'and' | 'or'; filters: readonly Filter[] }
  | { form: 'not'; filter: Filter };

/** Makes the error for what is wrong at a place in the text of a parameter, counted in characters from 1. */
export type Refusal = (at: number, message: string) => AppError;

export const refusal =
  (parameter: 'q' | 's', text: string, columns: FilterColumns): Refusal =>
  (at, message) => {
    const character = [...text.slice(0, at)].length + 1;
    const known = Object.keys(columns).join(', ');
    return invalid([
      { pointer: parameter, message: `at character ${character}: ${message}; the columns are ${known}` },
    ]);
  };

/** The text in an error message: in quotes, and not all of a long one. */
export const shown = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
