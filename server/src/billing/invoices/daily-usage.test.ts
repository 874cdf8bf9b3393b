import { expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { dailyUsage } from './daily-usage.ts';
import { printExact } from './exact-json.ts';

const record = (
  day: string,
  quantity: number | undefined,
  properties: Record<string, string> = {},
  metricId = 'calls',
) => ({
  metricId,
  day,
  record: { properties, quantity: quantity === undefined ? undefined : new Exact(quantity) },
});
const shown = (records: ReturnType<typeof record>[], metric: object) =>
  JSON.parse(printExact(dailyUsage(records, new Map([['calls', { aggregationType: 'SUM', ...metric }]]))));

test.each([
  [
    'usage is summed per day, sorted by day',
    [record('2027-01-02', 0.1), record('2027-01-01', 1), record('2027-01-02', 0.2)],
    {},
    [
      { date: '2027-01-01', billableMetricKey: { id: 'calls', groupBysExpression: '' }, quantity: 1 },
      { date: '2027-01-02', billableMetricKey: { id: 'calls', groupBysExpression: '' }, quantity: 0.3 },
    ],
  ],
  [
    'each combination of properties has its own sum',
    [record('2027-01-01', 1, { os: 'b' }), record('2027-01-01', 2, { os: 'a' })],
    { groupBys: ['os'] },
    [
      { date: '2027-01-01', billableMetricKey: { id: 'calls', groupBysExpression: 'os=a' }, quantity: 2 },
      { date: '2027-01-01', billableMetricKey: { id: 'calls', groupBysExpression: 'os=b' }, quantity: 1 },
    ],
  ],
  [
    'a day lists only the unique values that no earlier day had',
    [
      record('2027-01-01', undefined, { user: 'ann' }),
      record('2027-01-02', undefined, { user: 'ann' }),
      record('2027-01-02', undefined, { user: '__proto__' }),
    ],
    { aggregationType: 'UNIQUE_COUNT', propertyUniqueOn: 'user' },
    [
      {
        date: '2027-01-01',
        billableMetricKey: { id: 'calls', groupBysExpression: '' },
        quantity: 1,
        uniquePropertyItems: { ann: true },
      },
      {
        date: '2027-01-02',
        billableMetricKey: { id: 'calls', groupBysExpression: '' },
        quantity: 2,
        uniquePropertyItems: JSON.parse('{"__proto__":true}'),
      },
    ],
  ],
  ['records of an unknown metric are ignored', [record('2027-01-01', 1, {}, 'other')], {}, []],
])('%s', (_, records, metric, expected) => {
  expect(shown(records, metric)).toEqual(expected);
});
