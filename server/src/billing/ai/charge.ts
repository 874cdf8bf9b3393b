import { Decimal } from 'decimal.js';
import { Exact } from '../../platform/money-and-time/exact.ts';

/** A number of cents that may have fractions. */
export type Cents = Exact | string | number;

/** The exact cents of a call. @throws on what no call can cost: a mistake of whoever calls */
export function centsOf(value: Cents): string {
  const cents = new Exact(value);
  if (!cents.isFinite() || cents.isNegative())
    throw new Error(`no cost of a call: ${cents.toString()} cents`);
  return cents.toFixed();
}

/** What is charged for a month: what was used beyond the free cents, rounded once, half up to the cent. */
export const chargeOf = (used: Cents, credit: Cents): Exact =>
  Decimal.max(0, new Exact(used).minus(credit)).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
