type Amount = number | string | null | undefined;
type Currency = string | null | undefined;

/** Formats an amount with its currency and all its decimal places. Different currencies have different symbols. */
export const money = (amount: Amount, currency: Currency): string => format(amount, currency, 'symbol');

function format(amount: Amount, currency: Currency, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  if (amount === null || amount === undefined) return '–';
  try {
    return new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency: currency ?? 'USD',
      currencyDisplay,
      maximumFractionDigits: 8,
      // An amount that is a string may have more digits than a number keeps.
    }).format(amount as number);
  } catch {
    return `${amount} ${currency ?? ''}`.trim();
  }
}

/** An amount, followed by the code of its currency, because several currencies have the same sign. */
export function Money({ of, in: currency }: { of: Amount; in: Currency }) {
  const text = format(of, currency, 'narrowSymbol');
  const isNamed = text === '–' || !currency || text.includes(currency);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {text}
      {!isNamed && <span className="text-quiet"> {currency}</span>}
    </span>
  );
}
