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
 * Says what is wrong with an amount that is charged as it stands, if it is finer than the smallest coin. What a sum of
 * doubles is off by, as in 0.1 + 0.2, counts for nothing.
 */
export function coinProblem(amount: number | null | undefined, currency: string): string | undefined {
  const digits = digitsOf(currency);
  const coins = (amount ?? 0) * 10 ** digits;
  if (Math.abs(coins - Math.round(coins)) <= Math.abs(coins) * 2 ** -50) return undefined;
  return digits === 0
    ? `must be a whole number: ${currency} has no smaller coin`
    : `must have at most ${digits} decimals: ${currency} has no smaller coin`;
}
