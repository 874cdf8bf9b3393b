import { Decimal } from 'decimal.js';

/** Currencies whose smallest coin is not a hundredth (ISO 4217), by the digits after the point. */
const otherDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const digits: ReadonlyMap<string, number> = new Map(
  Object.entries(otherDigits).flatMap(([count, codes]) =>
    codes.split(' ').map((code) => [code, Number(count)] as const),
  ),
);

/**
 * Digits after the point that a currency has. Not asked of the engine: it leaves coins out that are not in use, such as
 * those of HUF and IDR, which banks reckon in, and its releases differ.
 */
export const digitsOf = (currency: string): number => digits.get(currency.toUpperCase()) ?? 2;

/** SQL that says the same of a column. */
export const digitsIn = (column: string): string => {
  const others = Object.entries(otherDigits).map(
    ([count, codes]) => `WHEN ${column} IN ('${codes.replaceAll(' ', "', '")}') THEN ${count}`,
  );
  return `CASE ${others.join(' ')} ELSE 2 END`;
};

/**
 * Says whether a number has more decimals than are kept. What a sum of doubles is off by, as in 0.1 + 0.2, counts for
 * nothing, unless the number is so large that the first decimal which is too many could be as small.
 */
function isFiner(value: number, decimals: number): boolean {
  const exact = new Decimal(value);
  if (exact.decimalPlaces() <= decimals) return false;
  const off = exact.minus(exact.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP)).abs();
  return exact.abs().gte(new Decimal(10).pow(14 - decimals)) || off.gt(exact.abs().times(2 ** -50));
}

/** Says what is wrong with an amount that is charged as it stands, if it is finer than the smallest coin. */
export function coinProblem(amount: number | null | undefined, currency: string): string | undefined {
  const digits = digitsOf(currency);
  if (!isFiner(amount ?? 0, digits)) return undefined;
  return digits === 0
    ? `must be a whole number: ${currency} has no smaller coin`
    : `must have at most ${digits} decimals: ${currency} has no smaller coin`;
}

/** The decimals of unit prices and rates (R42). */
const rateDecimals = 8;

/** Says what is wrong with a price of a unit, if it has more decimals than are kept. */
export const rateProblem = (rate: number | null | undefined): string | undefined =>
  isFiner(rate ?? 0, rateDecimals) ? `must have at most ${rateDecimals} decimals` : undefined;
