import { expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { billableUnits } from './billable-units.ts';
import { printInfo } from './report-info.ts';

const nothing = new Exact(0);
const step = (dimension: string, price: string | undefined, units: number, further: object = {}) => ({
  dimension,
  price: price === undefined ? undefined : new Exact(price),
  units: new Exact(units),
  included: [] as { unit: 'Monthly'; start: string; units: Exact }[],
  credit: nothing,
  listPrice: nothing,
  ...further,
});
const included = (units: number) => ({
  included: [{ unit: 'Monthly' as const, start: '', units: new Exact(units) }],
});

test.each([
  ['are those beyond the included units', [step('gpu', '0.125', 10, included(4))], '{}', '{"0.125 gpu":6}'],
  [
    'are those not paid by credit, plus those added by the list price',
    [step('gpu', '1', 10, { credit: new Exact('2.5'), listPrice: new Exact('0.25') })],
    '{}',
    '{"1 gpu":7.75}',
  ],
  ['exclude dimensions without a price', [step('gpu', undefined, 10)], '{}', '{}'],
  ['are listed as 0 if all of them are included', [step('gpu', '1', 4, included(4))], '{}', '{"1 gpu":0}'],
  ['exclude unused dimensions', [step('gpu', '1', 0)], '{}', '{}'],
  [
    'add up over steps and chunks, by price and dimension',
    [step('gpu', '1', 1), step('gpu', '1', 2), step('gpu hours', '1', 5)],
    '{"1 gpu": 0.000000000000000001, "2 gpu": 9}',
    '{"1 gpu":3.000000000000000001,"2 gpu":9,"1 gpu hours":5}',
  ],
])('the units to bill %s', (_, steps, before, expected) => {
  expect(printInfo(billableUnits(steps, before))).toBe(expected);
});
