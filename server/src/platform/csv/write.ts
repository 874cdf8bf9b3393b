import { createRequire } from 'node:module';

/** A column of a CSV response. */
export type CsvColumn = {
  name: string;
  description: string;
  /** True if the cells are decimals, so that a leading minus is a sign and not a formula. */
  isNumber?: true;
};

export type Cell = string | number | boolean | null | undefined;
export type Cells = readonly Cell[];

/** The media type of CSV responses (RFC 4180, RFC 7111). */
export const csvType = 'text/csv; charset=utf-8; header=present';

type Library = typeof import('csv-stringify/sync');
let library: Library | undefined;

/** Loads the library when the first table is written. Uses `require`, because the caller is synchronous. */
const stringify: Library['stringify'] = (input, options) => {
  library ??= createRequire(import.meta.url)('csv-stringify/sync') as Library;
  return library.stringify(input, options);
};

/** The first cell of the trailer. A file without a trailer is incomplete. */
export const endCell = '#end';

/** Text that is written without quotes: it needs no escaping and does not begin like a formula. */
const plain = /^[\w.:][\w.:/ -]*$/;
const decimal = /^-?\d+(\.\d+)?$/;

/** Returns the text of a cell that needs no escaping, else undefined. */
function plainCell(cell: Cell, isNumber: boolean): string | undefined {
  if (cell === null || cell === undefined || cell === '') return '';
  if (typeof cell !== 'string') return String(cell);
  return (isNumber ? decimal : plain).test(cell) ? cell : undefined;
}

/** Creates a line of cells that need no escaping, faster than the library; undefined when a cell needs escaping. */
function plainLine(row: Cells, isNumber: readonly boolean[]): string | undefined {
  let line = '';
  for (let index = 0; index < row.length; index++) {
    const cell = plainCell(row[index], isNumber[index] === true);
    if (cell === undefined) return undefined;
    line += index === 0 ? cell : `,${cell}`;
  }
  return `${line}\r\n`;
}

/**
 * Writes a table as CSV (RFC 4180): lines end with CRLF, and text that a spreadsheet would run as a formula is
 * prefixed with an apostrophe.
 */
export function createCsvWriter(columns: readonly CsvColumn[]) {
  const isNumber = columns.map((column) => column.isNumber === true);
  const options = {
    record_delimiter: 'windows' as const,
    eof: true,
    escape_formulas: true,
    // Some readers treat a single CR or LF as a line ending, so cells that contain CR or LF are quoted.
    quote_record_delimiter: true,
    // Cells that begin with # are quoted, so that readers that skip comments skip only the trailer.
    quoted_match: /^#/,
    cast: {
      boolean: String,
      string: (text: string, { index }: { index: number }) =>
        isNumber[index] && text.startsWith('-') ? { value: text, escape_formulas: false } : text,
    },
  };
  const lines = (rows: readonly Cells[]): string =>
    rows.map((row) => plainLine(row, isNumber) ?? stringify([row], options)).join('');
  return {
    header: () => lines([columns.map(({ name }) => name)]),
    lines,
    /**
     * Creates the trailer with the number of lines between header and trailer. The trailer has as many cells as the
     * other lines.
     */
    end: (count: number) => `${[endCell, count, ...columns.slice(2).map(() => '')].join(',')}\r\n`,
  };
}

/** The description of CSV responses in the OpenAPI document. */
export const aboutCsv =
  'The whole list, or its first `limit` lines, as CSV (RFC 4180) without `Link`. The last line has `#end` and the ' +
  'number of lines before it, without the header; a file without this line is incomplete. Text that begins like a ' +
  'formula (`=`, `+`, `-`, `@`) is prefixed with an apostrophe. ';

/** Describes the columns of a table for the OpenAPI document. */
export const describeColumns = (columns: readonly CsvColumn[]): string =>
  columns.map(({ name, description }) => `\`${name}\`: ${description}`).join(' ');

/** Creates the text of an empty table, for the example in the OpenAPI document. */
export function emptyTable(columns: readonly CsvColumn[]): string {
  const writer = createCsvWriter(columns);
  return `${writer.header()}${writer.end(0)}`;
}
