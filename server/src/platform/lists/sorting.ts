import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { ColumnOf, TableName } from '../database/rows.ts';
import { columnTypes } from '../database/tables.ts';
import { queryBuilder } from './query-builder.ts';

/**
 * The columns by which callers can sort a list, by the name of the record's field. The index of a column is
 * `(organization_id, column, creation_time, id)`. Only comparisons that PostgreSQL marks as leakproof use an index under
 * row-level security, those of text, times and double precision for example.
 */
export type SortColumns<T extends TableName> = Readonly<Record<string, ColumnOf<T>>>;

type SortType = 'text' | 'timestamptz' | 'double precision';

/** The column by which a list is sorted. */
export type Sort = { name: string; column: string; type: SortType };

const byCreation = 'creationTime';

/** Returns the query parameter `sort` of a list. */
export const sortParameter = (columns: Readonly<Record<string, string>>) => ({
  sort: z
    .enum([byCreation, ...Object.keys(columns)])
    .optional()
    .meta({
      default: byCreation,
      description:
        'Field that determines the order of the rows. Rows with equal values are ordered by creation time and id; ' +
        'rows without a value are last, also with order=desc.',
    }),
});

/** Returns the name of the requested sort; undefined for the usual order, by creation time. */
export const sortNameOf = ({ sort }: { sort?: string | undefined }): string | undefined =>
  sort === byCreation ? undefined : sort;

/** Returns the column of the requested sort. */
export function sortOf(
  table: TableName,
  columns: Readonly<Record<string, string>> | undefined,
  query: { sort?: string | undefined },
): Sort | undefined {
  const name = sortNameOf(query);
  const column = name === undefined ? undefined : columns?.[name];
  if (name === undefined || column === undefined) return undefined;
  const types: Readonly<Record<string, Readonly<Record<string, string>>>> = columnTypes;
  return { name, column, type: (types[table]?.[column] ?? 'text') as SortType };
}

/** The SQL format of a time in a cursor: RFC 3339 in UTC with microseconds, the precision of the database. */
export const timeFormat = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';
const cursorTime = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** Whether a text is a time of a cursor. `Date.parse` converts 30 February, which the database rejects, to 2 March. */
export const isCursorTime = (text: string): boolean => {
  const milliseconds = cursorTime.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(text.slice(0, 19));
};

const decimal = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Reads the value of a cursor for the database; undefined for a value that the column cannot have. */
const readers: Readonly<Record<SortType, (text: string) => string | undefined>> = {
  text: (text) => (text.includes('\0') ? undefined : text),
  timestamptz: (text) => (isCursorTime(text) ? text : undefined),
  'double precision': (text) =>
    decimal.test(text) && Number.isFinite(Number(text)) ? String(Number(text)) : undefined,
};

/** Writes the value of the last row into a cursor: `-` for no value. */
export const writeValue = (value: string | null): string => (value === null ? '-' : `=${value}`);

/** Reads a value that `writeValue` wrote; undefined if it is invalid. */
export function readValue({ type }: Sort, written: string): string | null | undefined {
  if (written === '-') return null;
  return written.startsWith('=') ? readers[type](written.slice(1)) : undefined;
}

/** Builds the SQL expression for a value in a cursor. */
export function valueText({ type }: Sort, column: RawBuilder<unknown>): RawBuilder<string | null> {
  const { sql } = queryBuilder();
  return type === 'timestamptz'
    ? sql<string>`to_char(${column}, ${sql.lit(timeFormat)})`
    : sql<string>`${column}::text`;
}
