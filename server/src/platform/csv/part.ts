import { createRequire } from 'node:module';

/** The complete lines in a part of a CSV file, and their size in bytes. */
export type CsvPart = { rows: readonly (readonly string[])[]; bytes: number };

const lineFeed = 0x0a;
const quote = 0x22;

/**
 * Reads the complete lines of a part of a CSV file (RFC 4180, UTF-8). A part begins at the start of a line. A line that
 * is truncated at the end of the part belongs to the next part. The last line of the file may lack a line ending; a
 * last line with an unclosed quote is omitted. Cells are returned unchanged.
 * @returns undefined if the lines cannot be separated, because a quote is unclosed or inside a cell
 */
export function readCsvPart(part: Uint8Array, { isLast }: { isLast: boolean }): CsvPart | undefined {
  const whole = isLast ? parse(part) : undefined;
  if (whole) return { rows: whole, bytes: part.length };
  const bytes = endOfLines(part);
  const rows = parse(part.subarray(0, bytes));
  return rows && (bytes > 0 || !isLast) ? { rows, bytes } : undefined;
}

function parse(lines: Uint8Array): string[][] | undefined {
  const library = createRequire(import.meta.url)('csv-parse/sync') as typeof import('csv-parse/sync');
  try {
    return library.parse(Buffer.from(lines), {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as string[][];
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === 'string') return undefined;
    throw error;
  }
}

/** Finds the position after the last line ending outside of quotes. Within quotes, a quote is doubled. */
function endOfLines(part: Uint8Array): number {
  let isQuoted = false;
  let end = 0;
  for (let at = 0; at < part.length; at++) {
    if (part[at] === quote) isQuoted = !isQuoted;
    else if (part[at] === lineFeed && !isQuoted) end = at + 1;
  }
  return end;
}
