const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A day is that of the reader; one in UTC is that day everywhere: a date without a time, or with which a month begins. */
type Shown = { at: string | null | undefined; only?: 'day' | 'utcDay' };

const formats = { day, utcDay } as const;

/** A moment in the reader's own time zone; in UTC when it is pointed at. */
export function Time({ at, only }: Shown) {
  if (!at) return <>–</>;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <>{at}</>;
  return (
    <time dateTime={at} title={`${utc.format(date)} UTC`}>
      {(only ? formats[only] : local).format(date)}
    </time>
  );
}

/** A moment in UTC; undefined for what is none. */
export const inUtc = (at: unknown): string | undefined => {
  const date = new Date(String(at ?? ''));
  return Number.isNaN(date.getTime()) ? undefined : `${utc.format(date)} UTC`;
};

/** An amount with its currency, with as many places as it has. */
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
      // A text has more digits than a number keeps.
    }).format(amount as number);
  } catch {
    return `${amount} ${currency ?? ''}`.trim();
  }
};
