import { expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { aggregate, type Metric } from './aggregate.ts';

const records = [
  { properties: { os: 'linux', user: 'ann' }, quantity: new Exact('0.1') },
  { properties: { os: 'linux', user: 'bob' }, quantity: new Exact('0.2') },
  { properties: { os: 'windows', user: 'ann' }, quantity: new Exact(5) },
  { properties: { os: 'linux', user: 'ann' }, quantity: new Exact('0.05') },
  { properties: { os: 'linux' } },
];

const shown = (metric: Metric) =>
  aggregate(metric, records).map(
    ({ groupBysExpression, quantity }) => `${groupBysExpression}: ${quantity.toFixed()}`,
  );

test.each([
  ['COUNT', 'os=linux: 4', 'os=windows: 1'],
  ['SUM', 'os=linux: 1.35', 'os=windows: 5'],
  ['MAX', 'os=linux: 1', 'os=windows: 5'],
  ['LAST', 'os=linux: 1', 'os=windows: 5'],
  ['UNIQUE_COUNT', 'os=linux: 2', 'os=windows: 1'],
])('%s by a property', (aggregationType, ...expected) =>
  expect(shown({ aggregationType, groupBys: ['os'], propertyUniqueOn: 'user' })).toEqual(expected),
);

test('only records that pass the filters count', () => {
  const filterGroups = [{ filters: [{ name: 'user', operation: 'IS', value: 'ann' }] }];
  expect(shown({ aggregationType: 'SUM', filterGroups })).toEqual([': 5.15']);
  expect(shown({ aggregationType: 'SUM', filterGroups, groupBys: ['os', 'user'] })).toEqual([
    'os=linux,user=ann: 0.15',
    'os=windows,user=ann: 5',
  ]);
});

test('without a record that counts there is no quantity', () => {
  const filterGroups = [{ filters: [{ name: 'user', operation: 'IS', value: 'nobody' }] }];
  expect(shown({ aggregationType: 'MAX', filterGroups })).toEqual([]);
});
