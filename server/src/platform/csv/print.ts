import type { FieldKind } from '../records/encode.ts';

/**
 * A cell of a line that the database prints: an SQL name of its value, and its kind, of which texts are what anybody chose,
 * times are days and JSON is true or false.
 */
export type PrintedCell = {
  sql: string;
  kind: FieldKind;
  /** True for an identifier that this service made, or a code of its own: it is printed without a look at it. */
  isMade?: true;
};

/** Stands between texts that are looked at together: where one has it itself, they are looked at with more care. */
const between = `E'\\x01'`;
const quoted = '[",\\r\\n]';
const formula = '[-=+@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20]';
const care = `'(^|\\x01)(#|${formula})|${quoted}'`;

const printedText = (name: string): string => {
  const harmless = `regexp_replace(${name}, '^${formula}', '''\\&')`;
  return `CASE WHEN ${name} ~ '${quoted}|^#' THEN '"' || replace(${harmless}, '"', '""') || '"' ELSE ${harmless} END`;
};

/**
 * Makes the select list that prints the rows of a query with this name as one text, in their order and byte for byte as
 * `createCsvWriter` does, and counts them. Most texts need no care: one look at all of them shows it in less time than
 * looking at those of each row. Putting these together is a fourth of the work: it is not done with what needs no look.
 */
export function printedLines(cells: readonly PrintedCell[], query: string): string {
  // The cast of a boolean says true, where printing it without one says t.
  const plain = ({ sql, kind }: PrintedCell): string => (kind === 'json' ? `${sql}::text` : sql);
  const line = (print: (cell: PrintedCell) => string): string =>
    `format(E'${cells.map(() => '%s').join(',')}\\r\\n', ${cells.map(print).join(', ')})`;
  const isChosen = ({ kind, isMade }: PrintedCell) => kind === 'text' && !isMade;
  const texts = cells.filter(isChosen).map(({ sql }) => sql);
  const together = `concat_ws(${between}, ${texts.join(', ')})`;
  const needsCare = `(SELECT string_agg(${together}, ${between}) ~ ${care} FROM ${query}) AND ${together} ~ ${care}`;
  const careful = line((cell) => (isChosen(cell) ? printedText(cell.sql) : plain(cell)));
  const printed =
    texts.length === 0 ? line(plain) : `CASE WHEN ${needsCare} THEN ${careful} ELSE ${line(plain)} END`;
  return `coalesce(string_agg(${printed}, ''), '') AS lines, count(*) AS rows`;
}
