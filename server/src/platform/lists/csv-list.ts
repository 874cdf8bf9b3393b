import type { z } from 'zod';
import type { PrintedCell } from '../csv/print.ts';
import { type Cell, type Cells, type CsvColumn, createCsvWriter, csvType } from '../csv/write.ts';
import type { Row, Statement } from '../database/statement.ts';
import { type Answer, type Batch, Portions, RawJson } from '../http/route.ts';
import type { FieldColumn, FieldKind } from '../records/encode.ts';
import type { Page } from './pagination.ts';
import { isCut } from './portions.ts';

/** How the rows of a list become lines of CSV; a row may be several. */
export type CsvTable = { columns: readonly CsvColumn[]; linesOf: (row: Row) => readonly Cells[] };

/** A table whose lines the database can print. */
export type PrintedTable = CsvTable & { cells: readonly PrintedCell[] };

type PrintedField = readonly [name: string, column: string, kind: FieldKind, description: string];

/** Makes the table with these columns, each row a line. */
export const printedTable = (fields: readonly PrintedField[]): PrintedTable => ({
  columns: fields.map(([name, , kind, description]) => ({
    name,
    description,
    ...(kind === 'number' ? { isNumber: true } : {}),
  })),
  linesOf: (row) => [fields.map(([, column]) => row[column] as Cell)],
  cells: fields.map(([, column, kind]) => ({ sql: column, kind })),
});

/** Makes the table whose columns are the fields of a record. */
export const csvTableOf = (fields: readonly FieldColumn[], { shape }: z.ZodObject): PrintedTable =>
  printedTable(
    fields.map(([name, column, kind]) => [
      name,
      column,
      kind,
      (shape[name] as z.ZodType | undefined)?.meta()?.description ?? name,
    ]),
  );

/** The most rows that are read at once: in a transaction of their own, which ends before they are sent. */
const rowsAtOnce = 1000;
/** The same, of those that come as the text of their lines: about a megabyte. */
const printedAtOnce = 4000;

type Place = Pick<Page, 'limit' | 'offset' | 'after'>;

export type CsvList = {
  table: CsvTable;
  page: Page;
  /** False where the caller said how many rows it wants at most. */
  isWhole: boolean;
  /** Makes the statement that reads rows at a place in the list's order: one more than the limit, cut by their bytes. */
  read: (place: Place) => Statement;
  /** Counts the rows of the whole list, where that was asked for. */
  count: Statement | undefined;
  positionOf: (row: Row) => NonNullable<Page['after']>;
  /**
   * True where the statement prints the lines: it answers one row, of what `printedLines` makes and of the position of the
   * last, and reads no row more than the limit.
   */
  isPrinted?: true;
};

/** What was read at a place: its lines, of how many rows and lines they are, the last row, and whether there may be more. */
type Lines = { text: string; rows: number; lines: number; last: Row | undefined; goesOn: boolean };

/**
 * The batch that answers a list as CSV: some rows, and the others while those before are sent. Each portion is read behind the
 * row that was the last, in a transaction of its own, when the caller has taken what came before: a slow one holds no
 * connection, and no more than two portions are in memory.
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
