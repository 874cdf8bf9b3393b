type Cell = string | number | null | undefined;

/** A column of an export: its heading, and its value for a row. */
export type CsvColumn<Row> = { name: string; value: (row: Row) => Cell };

/** Formats rows as CSV (RFC 4180), with a byte order mark, which spreadsheets need to read other scripts. */
export async function csvOf<Row>(
  rows: AsyncIterable<Row>,
  columns: readonly CsvColumn<Row>[],
): Promise<string[]> {
  const lines = [`\uFEFF${columns.map(({ name }) => cellOf(name)).join(',')}\r\n`];
  for await (const row of rows) lines.push(`${columns.map(({ value }) => cellOf(value(row))).join(',')}\r\n`);
  return lines;
}

/** A text that a spreadsheet would execute as a formula is preceded by an apostrophe. */
function cellOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Saves texts as a file of the user. */
export function download(name: string, texts: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...texts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
