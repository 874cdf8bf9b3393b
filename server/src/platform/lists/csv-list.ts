import type { z } from 'zod';
import { type Cell, type Cells, type CsvColumn, createCsvWriter, csvType } from '../csv/write.ts';
import type { Row, Statement } from '../database/statement.ts';
import { type Answer, type Batch, Portions, RawJson } from '../http/route.ts';
import type { Page } from './pagination.ts';
import { isCut } from './portions.ts';

/** How the rows of a list become lines of CSV; a row may be several. */
export type CsvTable = { columns: readonly CsvColumn[]; linesOf: (row: Row) => readonly Cells[] };

/** Makes the table whose columns are the fields of a record, each row a line. */
export const csvTableOf = (
  fields: readonly (readonly [name: string, column: string, kind: string])[],
  { shape }: z.ZodObject,
): CsvTable => ({
  columns: fields.map(([name, , kind]) => ({
    name,
    description: (shape[name] as z.ZodType | undefined)?.meta()?.description ?? name,
    ...(kind === 'number' ? { isNumber: true } : {}),
  })),
  linesOf: (row) => [fields.map(([, column]) => row[column] as Cell)],
});

/** The most rows that are read at once: in a transaction of their own, which ends before they are sent. */
const rowsAtOnce = 1000;

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
};

/**
 * The batch that answers a list as CSV: some rows, and the others while those before are sent. Each portion is read behind the
 * row that was the last, in a transaction of its own, when the caller has taken what came before: a slow one holds no
 * connection, and no more than two portions are in memory.
 */
export function csvBatch({ table, page, isWhole, read, count, positionOf }: CsvList): Batch {
  const { header, lines, end } = createCsvWriter(table.columns);
  let left = isWhole ? Number.POSITIVE_INFINITY : page.limit;
  let written = 0;
  let place: Omit<Place, 'limit'> | undefined = page;
  const print = (found: readonly Row[], limit: number): string => {
    const rows = found.slice(0, limit);
    const cells = rows.flatMap(table.linesOf);
    left -= rows.length;
    written += cells.length;
    const last = rows.at(-1);
    const goesOn = left > 0 && (found.length > limit || isCut(found, limit + 1));
    place = goesOn && last ? { offset: 0, after: positionOf(last) } : undefined;
    return place ? lines(cells) : `${lines(cells)}${end(written)}`;
  };
  const later = (): Batch | undefined => {
    if (!place) return undefined;
    const limit = Math.min(left, rowsAtOnce);
    return {
      statements: [read({ ...place, limit })],
      respond: ([found = []]) => ({ body: new RawJson(print(found, limit)) }),
    };
  };
  const limit = Math.min(left, rowsAtOnce);
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
