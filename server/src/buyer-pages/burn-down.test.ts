import { expect, test } from 'vitest';
import { Exact } from '../platform/money-and-time/exact.ts';
import { type BurnDown, burnDownChart, monthsOf } from './burn-down.ts';

const burnDown = (days: readonly [string, number][], more: Partial<BurnDown> = {}): BurnDown => ({
  start: new Date('2027-01-01T00:00:00Z'),
  end: new Date('2028-01-01T00:00:00Z'),
  now: new Date('2027-03-10T12:00:00Z'),
  commit: new Exact(1000),
  used: new Exact(days.reduce((sum, [, amount]) => sum + amount, 0)),
  days: days.map(([day, amount]) => ({ day, amount: new Exact(amount) })),
  ...more,
});
const shown = (given: BurnDown) =>
  monthsOf(given).map(({ month, used, remaining }) => [month, used.toFixed(), remaining.toFixed()]);

test('the consumption is summed by month, and the remaining commit after the last month is the commit minus the consumption', () => {
  const given = burnDown([
    ['2027-01-05', 100],
    ['2027-01-31', 50.25],
    ['2027-03-01', 200],
  ]);
  expect(shown(given)).toEqual([
    ['2027-01', '150.25', '849.75'],
    ['2027-03', '200', '649.75'],
  ]);
});

test('consumption without a day belongs to the current month', () => {
  const given = burnDown([['2027-01-05', 100]], { used: new Exact(130) });
  expect(shown(given)).toEqual([
    ['2027-01', '100', '900'],
    ['2027-03', '30', '870'],
  ]);
});

test.each<[string, BurnDown]>([
  ['without an end', burnDown([['2027-01-05', 100]], { end: null })],
  [
    'that has just begun',
    burnDown([['2027-01-01', 100]], { now: new Date('2027-01-01T00:00:00Z'), end: null }),
  ],
  ['that is over', burnDown([['2027-01-05', 100]], { now: new Date('2029-01-01T00:00:00Z') })],
  ['with more consumption than commit', burnDown([['2027-01-05', 5000]])],
  ['with usage before its start', burnDown([['2026-12-01', 5]])],
  [
    'of three years',
    burnDown(
      Array.from({ length: 1096 }, (_, day) => [
        new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
        0.5,
      ]),
    ),
  ],
])('the chart of a term %s stays within its frame, with at most 122 points', (_, given) => {
  const { text } = burnDownChart(given, 'USD');
  const points = (/<polyline class="line" points="([^"]*)"/.exec(text)?.[1] ?? '').split(' ');
  expect(points.length).toBeLessThanOrEqual(122);
  for (const point of points) {
    const [x, y] = point.split(',').map(Number) as [number, number];
    expect(x >= 0 && x <= 640 && y >= 0 && y <= 160, point).toBe(true);
  }
});
