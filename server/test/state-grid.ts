import { expect } from 'vitest';

/** The source states of transitions, or the states in which operations are allowed. */
export type Table = Readonly<Record<string, readonly string[]>>;

/** All states of an offer, in the display order of tests. */
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

/** Formats a table as text with a line per row; x means that the row includes the state of the column. */
const gridOf = (table: Table, rows: readonly string[], columns: readonly string[]): string => {
  const width = Math.max(...rows.map((row) => row.length)) + 2;
  const cells = (row: string) => columns.map((column) => (table[row]?.includes(column) ? 'x' : '·'));
  return rows.map((row) => `${row.padEnd(width)}${cells(row).join(' ')}`).join('\n');
};

/** Requires that the grid contains all rows and states of the table. */
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
