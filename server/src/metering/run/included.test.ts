import { describe, expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { includedOf, type PeriodUnit, periodStart } from './included.ts';

describe('the period of a term for included units', () => {
  test.each<[string, PeriodUnit, string, string]>([
    ['2026-01-15T10:30:00.000Z', 'Monthly', '2026-02-15T10:00:00.000Z', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15T10:30:00.000Z', 'Monthly', '2026-02-15T10:30:00.000Z', '2026-02-15T10:30:00.000Z'],
    ['2026-01-31T00:00:00.000Z', 'Monthly', '2026-02-27T23:00:00.000Z', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T00:00:00.000Z', 'Monthly', '2026-02-28T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
    ['2026-01-31T00:00:00.000Z', 'Monthly', '2026-03-30T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
    ['2026-01-31T00:00:00.000Z', 'Monthly', '2026-03-31T00:00:00.000Z', '2026-03-31T00:00:00.000Z'],
    ['2024-02-29T00:00:00.000Z', 'Annual', '2025-02-27T23:00:00.000Z', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T00:00:00.000Z', 'Annual', '2025-02-28T00:00:00.000Z', '2025-02-28T00:00:00.000Z'],
    ['2024-02-29T00:00:00.000Z', 'Term', '2030-02-28T00:00:00.000Z', '2024-02-29T00:00:00.000Z'],
    ['2026-01-15T10:30:00.000Z', 'Monthly', '2026-01-15T10:00:00.000Z', '2026-01-15T10:30:00.000Z'],
  ])('from %s, %s at %s began %s', (start, unit, at, expected) =>
    expect(periodStart({ start }, unit, at)).toBe(expected),
  );
});

test.each<[PeriodUnit, string, string, string]>([
  ['Monthly', '2027-01-31', '2027-03-29T10:00:00.000Z', '2027-02-28T00:00:00.000Z'],
  ['Monthly', '2027-01-31', '2027-03-31T10:00:00.000Z', '2027-03-31T00:00:00.000Z'],
  ['Monthly', '2027-01-29', '2027-03-28T10:00:00.000Z', '2027-02-28T00:00:00.000Z'],
  ['Annual', '2024-02-29', '2028-02-28T10:00:00.000Z', '2027-02-28T00:00:00.000Z'],
  ['Annual', '2024-02-29', '2028-02-29T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
])(
  'R42 %s units of a term from 28 February, agreed on %s, at %s belong to the period from %s',
  (unit, day, at, expected) => {
    const term = { start: '2027-02-28T00:00:00.000Z', agreed: `${day}T00:00:00.000Z` };
    expect(periodStart(term, unit, at)).toBe(expected);
  },
);

test('included quantities add up by period, months first, and infinite exceeds any number', () => {
  const shown = includedOf([
    { recurringUnit: 'Annual', quantity: 100 },
    { recurringUnit: 'Monthly', quantity: 5 },
    { recurringUnit: 'Monthly', quantity: 2.5 },
    { recurringUnit: 'Monthly', quantity: 0 },
    { recurringUnit: '', isInfinite: true, quantity: 1 },
  ]).map(({ unit, quantity }) => `${unit} ${quantity === 'infinite' ? quantity : quantity.toFixed()}`);
  expect(shown).toEqual(['Monthly 7.5', 'Annual 100', 'Term infinite']);
  expect(includedOf([{ recurringUnit: 'Monthly', quantity: 0 }])).toEqual([]);
  expect(
    includedOf([
      { recurringUnit: 'MONTH', quantity: 3 },
      { recurringUnit: 'year', quantity: 4 },
    ]),
  ).toEqual([
    { unit: 'Monthly', quantity: new Exact(3) },
    { unit: 'Annual', quantity: new Exact(4) },
  ]);
  expect(includedOf(undefined)).toEqual([]);
});
