import { Exact } from '../../platform/money-and-time/exact.ts';

/** One part of what usage costs, for the invoice to show: so many at such a price. Exact, not rounded. */
export type Fee = {
  kind: 'UNITS' | 'PACKAGES' | 'BASIS_POINTS' | 'FLAT_FEE';
  count: Exact;
  /** Of one unit, package or flat fee; of basis points the rate. */
  price: Exact;
  amount: Exact;
};

const hundredPercent = 10_000;

export const unitsFee = (count: Exact, price: number | undefined): Fee => fee('UNITS', count, price);
export const packagesFee = (count: Exact, price: number | undefined): Fee => fee('PACKAGES', count, price);

/** A share of an amount, in basis points. */
export function shareFee(count: Exact, basisPoints: number | undefined): Fee {
  const { amount, ...rest } = fee('BASIS_POINTS', count, basisPoints);
  return { ...rest, amount: amount.dividedBy(hundredPercent) };
}

/** A fee that is charged once; none where it is nothing. */
export const flatFees = (price: number | undefined): Fee[] =>
  price ? [fee('FLAT_FEE', new Exact(1), price)] : [];

function fee(kind: Fee['kind'], count: Exact, given: number | undefined): Fee {
  const price = new Exact(given ?? 0);
  return { kind, count, price, amount: count.times(price) };
}

export const total = (amounts: readonly Exact[]): Exact =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Exact(0));
