import { Exact } from '../../platform/money-and-time/exact.ts';
import type { BillableDimension } from '../../products/records/index.ts';
import { total } from './fee.ts';

export type Discount = NonNullable<BillableDimension['discount']>;

/**
 * Computes what a discount takes off each of some amounts, exactly, and never more than there is: a percentage of each; an
 * absolute one is taken once, from the amounts in their order.
 */
export function discountsOn(amounts: readonly Exact[], discount: Discount | undefined): Exact[] {
  const value = Exact.max(0, discount?.value ?? 0);
  if (discount?.discountType?.toUpperCase() === 'PERCENTAGE')
    return amounts.map((amount) => Exact.min(amount, amount.times(value).dividedBy(100)));
  return amounts.map((amount, index) => {
    const left = value.minus(total(amounts.slice(0, index)));
    return Exact.max(0, Exact.min(amount, left));
  });
}
