import { Decimal } from 'decimal.js';

/** Wide enough that no sum or product of amounts and quantities is rounded. */
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

/** Rounds half up to the smallest coin of a currency (ISO 4217; two digits where the code is no currency). */
export function roundTo(currency: string, value: Exact): Exact {
  const digits = /^[A-Za-z]{3}$/.test(currency)
    ? new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
    : 2;
  return value.toDecimalPlaces(digits ?? 2, Decimal.ROUND_HALF_UP);
}
