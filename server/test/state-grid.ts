import { expect } from 'vitest';

/** States that may come of others, or in which something is possible. */
export type Table = Readonly<Record<string, readonly string[]>>;

/** The states that an offer here can have, in the order in which tests show them. */
export const offerStates = [
  'DRAFT',
  'PENDING_CREATE',
  'CREATE_FAILED',
  'PENDING_PARTNER_ACTION',
  'READY_TO_USE',
  'PENDING_ACCEPTANCE',
  'PENDING_UPDATE',
  'UPDATE_FAILED',
  'PENDING_CANCEL',
  'CANCEL_FAILED',
  'ACTIVE',
  'ACCEPTED',
  'USED',
  'EXPIRED',
  'REJECTED',
  'RESTRICTED',
  'CANCELLED',
  'DELETED',
];

/** A table as text, a line for each row: x where the state of the column is among those of the row. */
const gridOf = (table: Table, rows: readonly string[], columns: readonly string[]): string => {
  const width = Math.max(...rows.map((row) => row.length)) + 2;
  const cells = (row: string) => columns.map((column) => (table[row]?.includes(column) ? 'x' : '·'));
  return rows.map((row) => `${row.padEnd(width)}${cells(row).join(' ')}`).join('\n');
};

/** Every row and state of the table is one of those that the grid shows. */
export function expectGrid(
  table: Table,
  rows: readonly string[],
  columns: readonly string[],
  grid: string,
): void {
  const lines = grid.split('\n').map((line) => line.trim());
  expect(gridOf(table, rows, columns)).toBe(lines.filter(Boolean).join('\n'));
  expect(Object.keys(table).filter((row) => !rows.includes(row))).toEqual([]);
  expect(
    Object.values(table)
      .flat()
      .filter((state) => !columns.includes(state)),
  ).toEqual([]);
}
