import type { UsageLedgerEntry } from '@tradepost/sdk';
import { expect, test } from 'vitest';
import { leftOf, usedUpAt } from '../src/pages/entitlements/consumption.ts';

const term = {
  startTime: '2031-01-01T10:00:00.000Z',
  endTime: '2031-03-01T10:00:00.000Z',
  commitAmount: 100,
  creditAmount: 10,
  usedCommitAmount: 30.3,
  usedCreditAmount: 10,
};
const entry = (type: string, usageHour: string, amount: number): UsageLedgerEntry => ({
  type,
  usageHour: `${usageHour}:00:00.000Z`,
  amount,
});
const entries = [
  entry('USAGE', '2031-01-02T03', 40.3),
  entry('CREDIT', '2031-01-01T11', 10),
  entry('COMMIT', '2031-01-02T03', 0.1),
  entry('COMMIT', '2031-01-02T20', 0.2),
  entry('COMMIT', '2031-01-05T00', 30),
];
const now = new Date('2031-01-05T06:00:00.000Z');

test('the remaining amount falls with the days of use, down to the amount on the term', () => {
  expect(leftOf(term, [...entries].reverse(), now)).toEqual([
    { start: '2031-01-01T10:00:00.000Z', commit: 100, credit: 10 },
    { start: '2031-01-02T00:00:00.000Z', commit: 100, credit: 0 },
    { start: '2031-01-03T00:00:00.000Z', commit: 99.7, credit: 0 },
    { start: '2031-01-05T06:00:00.000Z', commit: 69.7, credit: 0 },
  ]);
});

test('usage by missing entries is deducted before the first existing entry', () => {
  expect(leftOf(term, entries.slice(4), now)).toEqual([
    { start: '2031-01-01T10:00:00.000Z', commit: 100, credit: 10 },
    { start: '2031-01-05T00:00:00.000Z', commit: 99.7, credit: 0 },
    { start: '2031-01-05T06:00:00.000Z', commit: 69.7, credit: 0 },
  ]);
});

test('an ended term ends at its end, and a future term is unused', () => {
  const after = leftOf(term, entries, new Date('2032-01-01T00:00:00.000Z'));
  expect(after.at(-1)).toEqual({ start: '2031-03-01T10:00:00.000Z', commit: 69.7, credit: 0 });
  expect(leftOf({ ...term, usedCommitAmount: 0, usedCreditAmount: 0 }, [], new Date('2030-01-01'))).toEqual([
    { start: '2031-01-01T10:00:00.000Z', commit: 100, credit: 10 },
  ]);
});

test('without usage the remaining amount stays', () => {
  const { endTime: _, ...endless } = { ...term, usedCommitAmount: 0, usedCreditAmount: 0 };
  expect(leftOf(endless, [], now)).toEqual([
    { start: '2031-01-01T10:00:00.000Z', commit: 100, credit: 10 },
    { start: '2031-01-05T06:00:00.000Z', commit: 100, credit: 10 },
  ]);
});

test.each([
  [{ commitAmount: 100, usedCommitAmount: 50 }, '2031-01-09T02:00:00.000Z'],
  [{ commitAmount: 100, usedCommitAmount: 100 }, '2031-01-05T06:00:00.000Z'],
  [{ commitAmount: 100, usedCommitAmount: 0 }, undefined],
  [{ commitAmount: 0, usedCommitAmount: 0 }, undefined],
  [{ commitAmount: 1, usedCommitAmount: 1e-300 }, undefined],
  [{ commitAmount: 100, usedCommitAmount: 50, startTime: '2040-01-01' }, undefined],
])('%j is used up at %s', (changes, expected) => {
  expect(usedUpAt({ ...term, ...changes }, now)?.toISOString()).toBe(expected);
});
