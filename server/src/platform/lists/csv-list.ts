import type { z } from 'zod';
import type { PrintedCell } from '../csv/print.ts';
import { type Cell, type Cells, type CsvColumn, createCsvWriter, csvType } from '../csv/write.ts';
import type { Row, Statement } from '../database/statement.ts';
import { type Answer, type Batch, Portions, RawJson } from '../http/route.ts';
import type { FieldColumn, FieldKind } from '../records/encode.ts';
import type { Page } from './pagination.ts';
import { isCut } from './portions.ts';

/** The columns of a CSV response, and the function that converts a row of the list to one or more lines. */
export type CsvTable = { columns: readonly CsvColumn[]; linesOf: (row: Row) => readonly Cells[] };

/** A CSV table whose lines the database formats. */
export type PrintedTable = CsvTable & { cells: readonly PrintedCell[] };

type PrintedField = readonly [name: string, column: string, kind: FieldKind, description: string];

/** Creates a CSV table with one line per row. */
export const printedTable = (fields: readonly PrintedField[]): PrintedTable => ({
  columns: fields.map(([name, , kind, description]) => ({
    name,
    description,
    ...(kind === 'number' ? { isNumber: true } : {}),
  })),
  linesOf: (row) => [fields.map(([, column]) => row[column] as Cell)],
  cells: fields.map(([, column, kind]) => ({ sql: column, kind })),
});

/** Creates a CSV table whose columns are the fields of a record. */
export const csvTableOf = (fields: readonly FieldColumn[], { shape }: z.ZodObject): PrintedTable =>
  printedTable(
    fields.map(([name, column, kind]) => [
      name,
      column,
      kind,
      (shape[name] as z.ZodType | undefined)?.meta()?.description ?? name,
    ]),
  );

/** The maximum rows per read. Each read has its own transaction, which ends before the rows are sent. */
const rowsAtOnce = 1000;
/** The maximum rows per read when the database formats the lines: about a megabyte of text. */
const printedAtOnce = 4000;

type Place = Pick<Page, 'limit' | 'offset' | 'after'>;

export type CsvList = {
  table: CsvTable;
  page: Page;
  /** Whether the whole list is requested, without a `limit`. */
  isWhole: boolean;
  /**
   * Builds the statement that reads rows after a position, up to one row more than the limit, truncated at
   * `portionBytes`.
   */
  read: (place: Place) => Statement;
  /** Counts the rows of the whole list; undefined unless the request has `count`. */
  count: Statement | undefined;
  positionOf: (row: Row) => NonNullable<Page['after']>;
  /**
   * True if the statement formats the lines. The statement then reads at most `limit` rows and returns a single row,
   * with the columns that `printedLines` reads and the position of the last row.
   */
  isPrinted?: true;
};

/** A portion of the CSV: its text, the number of rows and lines, the last row, and whether more rows may follow. */
type Lines = { text: string; rows: number; lines: number; last: Row | undefined; goesOn: boolean };

/**
 * Builds the batch that returns a list as CSV, in portions. Each portion starts after the last row of the previous
 * portion, and is read in a separate transaction after the caller has received the previous portion. A slow caller
 * therefore occupies no database connection, and at most two portions are in memory.
 */
export function csvBatch({ table, page, isWhole, read, count, positionOf, isPrinted }: CsvList): Batch {
  const { header, lines, end } = createCsvWriter(table.columns);
  const atOnce = isPrinted ? printedAtOnce : rowsAtOnce;
  let left = isWhole ? Number.POSITIVE_INFINITY : page.limit;
  let written = 0;
  let place: Omit<Place, 'limit'> | undefined = page;
  const linesOf = (found: readonly Row[], limit: number): Lines => {
    if (isPrinted) return printedLines(found[0] as Row, limit);
    const rows = found.slice(0, limit);
    const cells = rows.flatMap(table.linesOf);
    const goesOn = found.length > limit || isCut(found, limit + 1);
    return { text: lines(cells), rows: rows.length, lines: cells.length, last: rows.at(-1), goesOn };
  };
  const print = (found: readonly Row[], limit: number): string => {
    const { text, rows, lines, last, goesOn } = linesOf(found, limit);
    left -= rows;
    written += lines;
    place = left > 0 && goesOn && last ? { offset: 0, after: positionOf(last) } : undefined;
    return place ? text : `${text}${end(written)}`;
  };
  const later = (): Batch | undefined => {
    if (!place) return undefined;
    const limit = Math.min(left, atOnce);
    return {
      statements: [read({ ...place, limit })],
      respond: ([found = []]) => ({ body: new RawJson(print(found, limit)) }),
    };
  };
  const limit = Math.min(left, atOnce);
  return {
    statements: [read({ ...page, limit }), ...(count ? [count] : [])],
    respond: ([found = [], counted]): Answer => {
      const first = `${header()}${print(found, limit)}`;
      const total = counted?.[0]?.total;
      return {
        headers: {
          'content-type': csvType,
          ...(total === undefined ? {} : { 'x-total-count': String(total) }),
        },
        body: place ? new Portions(first, later) : first,
      };
    },
  };
}

const printedLines = (row: Row, limit: number): Lines => {
  const rows = Number(row.rows);
  return { text: row.lines as string, rows, lines: rows, last: row, goesOn: rows === limit };
};
