import { Exact } from '../../platform/money-and-time/exact.ts';
import type { BillableDimension } from '../../products/records/index.ts';
import { total } from './fee.ts';
import type { Properties } from './matrix.ts';
import { feesOf } from './price.ts';

/** What usage costs by a price, exactly, as text. */
export const cost = (
  dimension: BillableDimension,
  quantity: number | string,
  properties: Properties = {},
): string =>
  total(
    feesOf(dimension, { quantity: new Exact(quantity), properties }).map(({ amount }) => amount),
  ).toFixed();
