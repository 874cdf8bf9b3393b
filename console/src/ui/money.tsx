type Amount = number | string | null | undefined;
type Currency = string | null | undefined;

/** Formats an amount with its currency and all its decimal places. Different currencies have different symbols. */
export function money(amount: Amount, currency: Currency): string {
  if (amount === null || amount === undefined) return '–';
  try {
    return new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency: currency ?? 'USD',
      maximumFractionDigits: 8,
      // An amount that is a string may have more digits than a number keeps.
    }).format(amount as number);
  } catch {
    return `${amount} ${currency ?? ''}`.trim();
  }
}

/** An amount on one line. */
export const Money = ({ of, in: currency }: { of: Amount; in: Currency }) =>
  of === null || of === undefined ? (
    '–'
  ) : (
    <span className="whitespace-nowrap tabular-nums">{money(of, currency)}</span>
  );
