import { expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { splitSendable, unitsCovered } from './cover.ts';

test.each<[units: string, money: string, price: string | undefined, expected: string]>([
  ['10', '100', '2', '10'],
  ['10', '20', '2', '10'],
  ['10', '19', '2', '9.5'],
  ['10', '1', '3', '0.333333'],
  ['0.0000001', '1', '3', '0.0000001'],
  ['10', '0.0000001', '3', '0'],
  ['10', '0', '3', '0'],
  ['10', '-5', '3', '0'],
  ['10', '5', '0', '0'],
  ['10', '5', undefined, '0'],
  ['0', '5', '1', '0'],
])('of %s units %s covers at a price of %s: %s', (units, money, price, expected) => {
  const found = unitsCovered(
    new Exact(units),
    new Exact(money),
    price === undefined ? undefined : new Exact(price),
  );
  expect(found.toFixed()).toBe(expected);
});

test.each([
  ['2.7', true, '2', '0.7'],
  ['0.999999', true, '0', '0.999999'],
  ['3', true, '3', '0'],
  ['2.7', false, '2.7', '0'],
  ['2.7000019', false, '2.700001', '0.0000009'],
])('of %s units, whole %s, %s are sent and %s are carried', (units, isWhole, sent, carry) => {
  const found = splitSendable(new Exact(units), isWhole);
  expect([found.sent.toFixed(), found.carry.toFixed()]).toEqual([sent, carry]);
});
