const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A day in the user's time zone. Dates without a time, and spans, are always UTC days. */
type TimeProps = { at: string | null | undefined; only?: 'day' | 'utcDay' };

const formats = { day, utcDay } as const;

/** A time in the user's time zone, with a UTC tooltip. */
export function Time({ at, only }: TimeProps) {
  if (!at) return <>–</>;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <>{at}</>;
  return (
    <time dateTime={at} title={`${utc.format(date)} UTC`}>
      {(only ? formats[only] : local).format(date)}
    </time>
  );
}

/** Formats a time in UTC; undefined for an invalid time. */
export const inUtc = (at: unknown): string | undefined => {
  const date = new Date(String(at ?? ''));
  return Number.isNaN(date.getTime()) ? undefined : `${utc.format(date)} UTC`;
};

/** An amount with its currency and all its decimal places. */
export const money = (
  amount: number | string | null | undefined,
  currency: string | null | undefined,
): string => {
  if (amount === null || amount === undefined) return '–';
  try {
    const places = { minimumFractionDigits: 2, maximumFractionDigits: 8 };
    return new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency: currency ?? 'USD',
      ...places,
      // An amount that is a string may have more digits than a number keeps.
    }).format(amount as number);
  } catch {
    return `${amount} ${currency ?? ''}`.trim();
  }
};
