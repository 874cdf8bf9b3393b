import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import { invalid } from '../errors.ts';
import { endCell } from './write.ts';

/** The maximum length of a line in bytes. Without this limit, an unclosed quote would extend to the end of the file. */
const longestLine = 100_000;

/** A line of CSV with its number in the file, starting at 1. */
export type CsvLine = { line: number; cells: readonly string[] };

/**
 * An apostrophe that prevents a spreadsheet from running a cell as a formula. The apostrophe is not part of the text.
 */
const kept = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;

/**
 * Reads CSV (RFC 4180) line by line. Accepts the formats of spreadsheets and of `createCsvWriter`: any line ending, a
 * byte order mark, empty lines, apostrophes before formulas, blank rows at the end, and the trailer of
 * `createCsvWriter`. A cell that begins with `#` is data.
 * @returns the number of blank rows at the end, which are not yielded
 * @throws 400 for invalid CSV, with the line number
 */
export async function* readCsv(source: Readable): AsyncGenerator<CsvLine, number> {
  /** The blank rows and trailers read so far, which count as data only if another row follows. */
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

/** Returns whether all cells are blank, as in the rows that spreadsheets append to a table. */
const isBlank = ({ cells }: CsvLine): boolean => cells.every((cell) => cell.trim() === '');

/** Returns whether a line is the trailer of `createCsvWriter`, which counts the rows before it without the header. */
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
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by text',
  INVALID_OPENING_QUOTE: 'an unquoted cell contains a quote',
};

function wrongLine(error: unknown): unknown {
  const { code = '', lines } = error as { code?: string; lines?: number };
  const words = wrongLines[code];
  return words ? invalid([{ pointer: '/file', message: `line ${lines}: ${words}` }]) : error;
}
