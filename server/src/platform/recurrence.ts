import { DateTime, Duration } from 'luxon';

export type Period = { start: string; end: string };

const dayInMs = 86_400_000;
const utc = (text: string) => DateTime.fromISO(text, { zone: 'utc' });

/** Whole months between two times, where the second lies within a day of an anniversary of the first. */
function monthsBetween(from: DateTime, to: DateTime): number | undefined {
  const months = Math.round(to.diff(from, 'months').months);
  const gap = Math.abs(to.toMillis() - from.plus({ months }).toMillis());
  return months > 0 && gap <= dayInMs ? months : undefined;
}

/** How many months after the first a time is, where it is so to the millisecond. */
function anniversary(first: DateTime, time: DateTime): number | undefined {
  const months = Math.round(time.diff(first, 'months').months);
  return first.plus({ months }).toMillis() === time.toMillis() ? months : undefined;
}

/**
 * The period that follows one, as long as it: in months where it is of whole months, else to the millisecond. Months
 * are counted from the very first start, so that what began on the 31st comes back to it after February.
 * @param first when the first of all periods began
 * @returns nothing after an empty period, or beyond the year 9999
 */
export function nextPeriod(first: string, { start, end }: Period): Period | undefined {
  const [origin, since, until] = [utc(first), utc(start), utc(end)];
  if (!(since < until)) return undefined;
  const months = monthsBetween(since, until);
  const [begun, passed] = [anniversary(origin, since), anniversary(origin, until)];
  const next =
    begun !== undefined && passed !== undefined
      ? origin.plus({ months: passed + (passed - begun) })
      : months === undefined
        ? until.plus(until.toMillis() - since.toMillis())
        : until.plus({ months });
  return next.isValid && next.year <= 9999 ? { start: end, end: next.toISO() as string } : undefined;
}

/**
 * Moves a time, or a bare date, by as much as the end of a period moves to that of the next. One that would come beyond
 * the year 9999, which could not be written down, stays.
 */
export function moved(text: string, from: Period, to: Period): string {
  const time = utc(text);
  if (!time.isValid) return text;
  const months = monthsBetween(utc(from.end), utc(to.end));
  const later =
    months === undefined
      ? time.plus(utc(to.end).toMillis() - utc(from.end).toMillis())
      : time.plus({ months });
  if (later.year > 9999) return text;
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return (isDate ? later.toISODate() : later.toISO()) as string;
}

/** A length of time in ISO 8601, forward only; nothing for anything else. */
export function lengthFrom(text: string): Duration | undefined {
  const length = Duration.fromISO(text);
  return length.isValid && Object.values(length.toObject()).every((part) => part >= 0) ? length : undefined;
}
