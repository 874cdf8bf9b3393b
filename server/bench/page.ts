/** Formats a Markdown table with aligned columns. Missing cells at the end of a row are empty. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
};

export const met = (isMet: boolean): string => (isMet ? 'yes' : '**no**');

type Figure = readonly [name: string, measured: string, target?: string, isMet?: boolean];

/** A table of single figures, some of which have a target. */
export const figures = (rows: readonly Figure[], title = ''): string =>
  table(
    [title, 'measured', 'target', 'met'],
    rows.map(([name, measured, target = '', isMet]) => [
      name,
      measured,
      target,
      isMet === undefined ? '' : met(isMet),
    ]),
  );

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[Math.floor(index)] ?? Number.NaN;
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
};

/** The value below which a fraction of the values is. */
export const quantile = (values: readonly number[], fraction: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * fraction))] ??
  Number.NaN;

/** The ratios of two sides in each round, because the machine's speed drifts from round to round. */
export const ratiosOf = (own: readonly number[], other: readonly number[]): number[] =>
  own.map((value, round) => value / (other[round] ?? Number.NaN));

export const range = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;

export const ms = (value: number, digits = 0): string => `${value.toFixed(digits)} ms`;
export const percent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)} %`;

/**
 * Replaces tables in the page. The tables of a part follow the sentence with its command in the page; tables before the
 * first command describe the run.
 */
export function replaceTables(page: string, tables: ReadonlyMap<string, readonly string[]>): string {
  const command = /`npm run bench -- (\w+)`/;
  return page
    .split(/(?=`npm run bench -- \w+`)/)
    .map((region) => {
      const left = [...(tables.get(command.exec(region)?.[1] ?? '') ?? [])];
      const text = region.replaceAll(/(?:^\|.*\n)+/gm, (old) => {
        const next = left.shift();
        return next === undefined ? old : `${next}\n`;
      });
      if (left.length > 0) throw new Error(`the page has no place for:\n${left[0]}`);
      return text;
    })
    .join('');
}
