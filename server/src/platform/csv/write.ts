import { createRequire } from 'node:module';

/** A column of a table that is answered as CSV. */
export type CsvColumn = {
  name: string;
  description: string;
  /** Its cells are decimals: a minus begins a number there, and not a formula. */
  isNumber?: true;
};

export type Cell = string | number | boolean | null | undefined;
export type Cells = readonly Cell[];

/** The media type of what is written here (RFC 4180, RFC 7111). */
export const csvType = 'text/csv; charset=utf-8; header=present';

type Library = typeof import('csv-stringify/sync');
let library: Library | undefined;

/** The library is loaded for the first table that is written: between the steps of a request, hence by `require`. */
const stringify: Library['stringify'] = (input, options) => {
  library ??= createRequire(import.meta.url)('csv-stringify/sync') as Library;
  return library.stringify(input, options);
};

/** The first cell of the last line: what ends without it is not whole. */
export const endCell = '#end';

/** Text that stands in a cell as it is: it is neither quoted nor the begin of a formula. */
const plain = /^[\w.:][\w.:/ -]*$/;
const decimal = /^-?\d+(\.\d+)?$/;

/** The text of a cell that needs no care; undefined of one that does. */
function plainCell(cell: Cell, isNumber: boolean): string | undefined {
  if (cell === null || cell === undefined || cell === '') return '';
  if (typeof cell !== 'string') return String(cell);
  return (isNumber ? decimal : plain).test(cell) ? cell : undefined;
}

/** Makes a line of cells that need no care, as the library would, in less time; undefined where one needs it. */
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
 * Writes a table as CSV (RFC 4180): CRLF ends a line, and text that a spreadsheet would run as a formula has an apostrophe
 * before it.
 */
export function createCsvWriter(columns: readonly CsvColumn[]) {
  const isNumber = columns.map((column) => column.isNumber === true);
  const options = {
    record_delimiter: 'windows' as const,
    eof: true,
    escape_formulas: true,
    // A cell with one half of an end of a line would end the line for some readers.
    quote_record_delimiter: true,
    // A reader that takes what begins with # for a comment leaves out the last line, and no other.
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
    /** The last line: the number of lines between it and the header, in as many cells as they have. */
    end: (count: number) => `${[endCell, count, ...columns.slice(2).map(() => '')].join(',')}\r\n`,
  };
}

/** What the document of the API says of all that is answered as CSV. */
export const aboutCsv =
  'The whole list, or `limit` lines of it, as RFC 4180 says; no `Link`. The last line is `#end` and the number of lines before ' +
  'it without the header: what ends otherwise is not whole. Text that begins as a formula does (`=`, `+`, `-`, `@`) has an ' +
  'apostrophe before it. ';

/** Says for the document of the API what the columns are. */
export const describeColumns = (columns: readonly CsvColumn[]): string =>
  columns.map(({ name, description }) => `\`${name}\`: ${description}`).join(' ');

/** Makes the text of an empty table, for the document of the API. */
export function emptyTable(columns: readonly CsvColumn[]): string {
  const writer = createCsvWriter(columns);
  return `${writer.header()}${writer.end(0)}`;
}
