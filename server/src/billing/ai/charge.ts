import { Decimal } from 'decimal.js';
import { Exact } from '../../platform/money-and-time/exact.ts';

/** Amount in cents, with fractions. */
export type Cents = Exact | string | number;

/**
 * Formats the exact cost of a call in cents. @throws RangeError for a negative or infinite amount, which is a
 * bug of the caller
 */
export function centsOf(value: Cents): string {
  const cents = new Exact(value);
  if (!cents.isFinite() || cents.isNegative())
    throw new Error(`invalid cost of a call: ${cents.toString()} cents`);
  return cents.toFixed();
}

/** Computes the charge for a month: usage beyond the free usage, rounded once, half up to the cent (R11). */
export const chargeOf = (used: Cents, credit: Cents): Exact =>
  Decimal.max(0, new Exact(used).minus(credit)).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);

/** Months for metering AI usage, written `2026-11`: by the organization’s clock, in UTC. */
export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

export const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

/** Start of the next month. */
export function endOfMonth(month: string): Date {
  const end = startOfMonth(month);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}
