import { Decimal } from 'decimal.js';
import { digitsOf } from './coins.ts';

/** Decimal type with enough digits to add and multiply amounts and quantities without rounding. */
export const Exact = Decimal.clone({ precision: 60 });
export type Exact = Decimal;

/** Converts a JSON number to an exact decimal; undefined for any value other than a finite number. */
export const toExact = (value: unknown): Exact | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? new Exact(value) : undefined;

/** Returns the sum of the defined values; undefined for an empty set. */
export function sum(values: readonly (Exact | undefined)[]): Exact | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((total, value) => total.plus(value), new Exact(0));
}

/** Rounds half up to the minor unit of a currency. */
export const roundTo = (currency: string, value: Exact): Exact =>
  value.toDecimalPlaces(digitsOf(currency), Decimal.ROUND_HALF_UP);

/** Rounds away from zero to the minor unit of a currency. */
export const roundUpTo = (currency: string, value: Exact): Exact =>
  value.toDecimalPlaces(digitsOf(currency), Decimal.ROUND_UP);

/**
 * Splits an amount into equal parts, rounded down to the minor unit. The last part includes the rest, so the sum is
 * exact.
 */
export function equalShares(total: string, parts: number, currency: string): string[] {
  const whole = new Exact(total);
  const share = whole.dividedBy(parts).toDecimalPlaces(digitsOf(currency), Decimal.ROUND_DOWN);
  const last = whole.minus(share.times(parts - 1));
  return [...Array.from({ length: parts - 1 }, () => share.toFixed()), last.toFixed()];
}
