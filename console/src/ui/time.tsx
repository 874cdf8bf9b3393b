import { none } from './none.tsx';

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const utcMonth = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A day in the user's time zone. Dates without a time, and spans, are always UTC days. */
type TimeProps = { at: string | null | undefined; only?: 'day' | 'utcDay' | 'utcMonth' };

const formats = { day, utcDay, utcMonth } as const;

/** A time in the user's time zone, with a UTC tooltip. */
export function Time({ at, only }: TimeProps) {
  if (!at) return none;
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
