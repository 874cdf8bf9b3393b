/** Formats a Markdown table with aligned columns. */
export const table = (head: string[], rows: string[][]): string => {
  const widths = head.map((cell, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? cell).length)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
};

export const met = (isMet: boolean): string => (isMet ? 'yes' : '**no**');
