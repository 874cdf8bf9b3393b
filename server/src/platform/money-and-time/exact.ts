import { Decimal } from 'decimal.js';
import { digitsOf } from './coins.ts';

/** Wide enough that adding or multiplying amounts and quantities rounds nothing. */
export const Exact = Decimal.clone({ precision: 60 });
export type Exact = Decimal;

/** The exact decimal that a JSON number shows; none for anything but a finite number. */
export const exact = (value: unknown): Exact | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? new Exact(value) : undefined;

/** The sum of what is there; none when nothing is, which is not the same as zero. */
export function sum(values: readonly (Exact | undefined)[]): Exact | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((total, value) => total.plus(value), new Exact(0));
}

/** Rounds half up to the smallest coin of a currency. */
export const roundTo = (currency: string, value: Exact): Exact =>
  value.toDecimalPlaces(digitsOf(currency), Decimal.ROUND_HALF_UP);

/** Rounds away from zero to the smallest coin of a currency. */
export const roundUpTo = (currency: string, value: Exact): Exact =>
  value.toDecimalPlaces(digitsOf(currency), Decimal.ROUND_UP);

/** An amount in equal parts, each rounded down to the smallest coin; the last takes what is left, so that they add up. */
export function equalShares(total: string, parts: number, currency: string): string[] {
  const whole = new Exact(total);
  const share = whole.dividedBy(parts).toDecimalPlaces(digitsOf(currency), Decimal.ROUND_DOWN);
  const last = whole.minus(share.times(parts - 1));
  return [...Array.from({ length: parts - 1 }, () => share.toFixed()), last.toFixed()];
}
