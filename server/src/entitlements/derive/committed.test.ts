import { expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { committedIn } from './index.ts';

const year = { start: '2026-01-01T10:00:00.000Z', end: '2027-01-01T10:00:00.000Z' };
const part = (start: string, end: string | null) => ({ start, end });

test.each([
  { name: 'the whole', of: year, amount: '1200' },
  {
    name: 'by UTC days, whatever the time of day',
    of: part(year.start, '2026-03-15T23:59:00Z'),
    amount: '240',
  },
  { name: 'the rest', of: part('2026-03-15T00:00:01Z', year.end), amount: '960' },
  { name: 'the rest, with an open end', of: part('2026-03-15T00:00:01Z', null), amount: '960' },
  { name: 'nothing on the first day', of: part(year.start, '2026-01-01T23:00:00Z'), amount: '0' },
  {
    name: 'an end after the term',
    of: part('2025-06-01T00:00:00Z', '2030-01-01T00:00:00Z'),
    amount: '1200',
  },
  { name: 'nothing after the term', of: part(year.end, '2027-03-01T00:00:00Z'), amount: '0' },
])('R48 a part of a year of 100 a month: $name', ({ of, amount }) => {
  const commits = [{ rate: 100, length: 1, timeUnit: 'MONTH' as const }];
  expect(committedIn({ commits }, 'MKA', year, of)).toBe(amount);
  expect(committedIn({ commits: [{ rate: 100 }] }, 'MKC', year, of)).toBe(amount);
  expect(committedIn({ paymentInstallments: [{ amount: 1200 }] }, null, year, of)).toBe(amount);
  expect(committedIn({ commitAmount: 1200 }, null, year, of)).toBe(amount);
});

test('R48 a commit with an end of its own is fully earned by that end', () => {
  const info = { commits: [{ rate: 181, termEndTime: '2026-07-01' }] };
  expect(committedIn(info, null, year, part(year.start, '2026-07-01T12:00:00Z'))).toBe('181');
  expect(committedIn(info, null, year, part(year.start, '2026-01-02T12:00:00Z'))).toBe('1');
});

test('R48 an open term has its full commit immediately', () => {
  const open = part(year.start, null);
  const info = { commits: [{ rate: 100 }] };
  expect(committedIn(info, null, open)).toBe('100');
  expect(committedIn(info, null, open, part(year.start, '2026-02-01T00:00:00Z'))).toBe('100');
  expect(committedIn(info, null, open, part('2026-02-01T00:00:00Z', null))).toBe('0');
});

test('R42 a purchase with usage only has no commit', () => {
  expect(committedIn({ dimensions: [{ rate: 1 }] }, null, year)).toBeUndefined();
});

test.each(['USD', 'JPY', 'KWD'])(
  'R48 the prorated amounts of all parts of a term add up exactly, in units of %s',
  (currency) => {
    const from = Date.parse(year.start);
    const length = Date.parse(year.end) - from;
    for (let seed = 1; seed <= 200; seed += 1) {
      // Multiples of an irrational number are spread over the whole term.
      const cuts = Array.from({ length: seed % 7 }, (_, index) => ((seed * 7 + index) * Math.SQRT2) % 1);
      const times = [0, ...cuts.sort(), 1].map((at) =>
        new Date(from + Math.round(at * length)).toISOString(),
      );
      const commits = [{ rate: seed / 7, length: (seed % 5) + 1, timeUnit: 'MONTH' as const }, { rate: 3 }];
      const info = { commits, currency };
      const parts = times
        .slice(1)
        .map((end, index) => committedIn(info, null, year, part(times[index] as string, end)) as string);
      const total = parts.reduce((sum, amount) => sum.plus(amount), new Exact(0));
      expect(total.toFixed()).toBe(committedIn(info, null, year));
    }
  },
);
