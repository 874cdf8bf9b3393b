import { Decimal } from 'decimal.js';

/** Currencies whose minor unit is not a hundredth (ISO 4217), by number of decimals. */
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
 * Returns the number of decimals of a currency (ISO 4217). `Intl` is unsuitable because it differs between releases of
 * the engine, and omits minor units without coins, such as those of HUF and IDR, which banks use in calculations.
 */
export const digitsOf = (currency: string): number => digits.get(currency.toUpperCase()) ?? 2;

/** Builds the SQL expression for the number of decimals of the currency in a column. */
export const digitsIn = (column: string): string => {
  const others = Object.entries(otherDigits).map(
    ([count, codes]) => `WHEN ${column} IN ('${codes.replaceAll(' ', "', '")}') THEN ${count}`,
  );
  return `CASE ${others.join(' ')} ELSE 2 END`;
};

/**
 * Whether a number has more decimals than allowed. Floating-point error, as in 0.1 + 0.2, is ignored, unless the number
 * is so large that the error could be as large as an excess decimal.
 */
function isFiner(value: number, decimals: number): boolean {
  const exact = new Decimal(value);
  if (exact.decimalPlaces() <= decimals) return false;
  const off = exact.minus(exact.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP)).abs();
  return exact.abs().gte(new Decimal(10).pow(14 - decimals)) || off.gt(exact.abs().times(2 ** -50));
}

/** Returns the error message for an unrounded amount with more decimals than its currency. */
export function coinProblem(amount: number | null | undefined, currency: string): string | undefined {
  const digits = digitsOf(currency);
  if (!isFiner(amount ?? 0, digits)) return undefined;
  return digits === 0
    ? `must be a whole number: ${currency} has no minor unit`
    : `must have at most ${digits} decimals: ${currency} has no smaller unit`;
}

/** The maximum decimals of unit prices and rates (R42). */
const rateDecimals = 8;

/** Returns the error message for a unit price with too many decimals. */
export const rateProblem = (rate: number | null | undefined): string | undefined =>
  isFiner(rate ?? 0, rateDecimals) ? `must have at most ${rateDecimals} decimals` : undefined;
