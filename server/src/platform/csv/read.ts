import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import { invalid } from '../errors.ts';
import { endCell } from './write.ts';

/** The most bytes of one line: a quote that is never closed would take the rest of the file. */
const longestLine = 100_000;

/** A line, and where it stands in its file, from 1 on. */
export type CsvLine = { line: number; cells: readonly string[] };

/** An apostrophe that keeps a spreadsheet from running a text: it is none of the text. */
const kept = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;

/**
 * Reads CSV line by line, as RFC 4180 says, and as spreadsheets and ourselves write it: with any end of lines, a byte order
 * mark, empty lines, apostrophes before what could run as a formula, blank rows at the end, and our own last line. A cell
 * that begins with `#` is data like any other.
 * @returns the number of blank rows at the end, which are not yielded
 * @throws 400 for what is no CSV, with its line
 */
export async function* readCsv(source: Readable): AsyncGenerator<CsvLine, number> {
  /** Lines that are data only when a row follows them. */
  let held: CsvLine[] = [];
  let yielded = 0;
  for await (const line of parse(source)) {
    const isEnd = isTrailer(line, yielded - 1) && held.every(isBlank);
    held.push(line);
    if (isEnd || isBlank(line)) continue;
    yielded += held.length;
    yield* held;
    held = [];
  }
  return held.filter(isBlank).length;
}

/** A row of cells without text, as spreadsheets leave them behind the last one. */
const isBlank = ({ cells }: CsvLine): boolean => cells.every((cell) => cell.trim() === '');

/** Says whether a line is the last one that `createCsvWriter` writes: it counts the rows before it, without the header. */
const isTrailer = ({ cells: [first, count, ...others] }: CsvLine, rows: number): boolean =>
  first === endCell && count === String(rows) && others.every((cell) => cell === '');

async function* parse(source: Readable): AsyncGenerator<CsvLine> {
  const library = createRequire(import.meta.url)('csv-parse') as typeof import('csv-parse');
  const parser = library.parse({
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestLine,
    info: true,
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>)
      yield { line: info.lines, cells: record.map((cell) => cell.replace(kept, '')) };
  } catch (error) {
    throw wrongLine(error);
  } finally {
    source.destroy();
  }
}

const wrongLines: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_MAX_RECORD_SIZE: `is longer than ${longestLine} bytes; is a quote not closed?`,
  CSV_INVALID_CLOSING_QUOTE: 'there is more behind a closing quote',
  INVALID_OPENING_QUOTE: 'there is a quote in a cell that does not begin with one',
};

function wrongLine(error: unknown): unknown {
  const { code = '', lines } = error as { code?: string; lines?: number };
  const words = wrongLines[code];
  return words ? invalid([{ pointer: '/file', message: `line ${lines}: ${words}` }]) : error;
}
