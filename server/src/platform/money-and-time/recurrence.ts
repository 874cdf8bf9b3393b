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

/** Computes how many months after the first a time is, where it is so to the millisecond. */
function anniversary(first: DateTime, time: DateTime): number | undefined {
  const months = Math.round(time.diff(first, 'months').months);
  return first.plus({ months }).toMillis() === time.toMillis() ? months : undefined;
}

/** The length that was agreed on, where it has more than whole months and is that of a period. */
function lengthInDays({ start, end }: Period, agreed: string | null | undefined): Duration | undefined {
  const length = lengthFrom(agreed ?? '');
  const { years: _, quarters: __, months: ___, ...rest } = length?.toObject() ?? {};
  if (!length || Object.keys(rest).length === 0) return undefined;
  return utc(start).plus(length).toMillis() === utc(end).toMillis() ? length : undefined;
}

/**
 * The period that follows one, as long as it: by the length that was agreed on where that is one in days; else in months where it is of whole
 * months, else to the millisecond. Months are counted from the very first start, so that what began on the 31st comes
 * back to it after February.
 * @param first when the first of all periods began
 * @param agreed the length that was agreed on, in ISO 8601: 30 days stay 30 days also where they make a month
 * @returns nothing after one of less than a day, whose repetitions would never be done with, or beyond the year 9999
 */
export function nextPeriod(first: string, period: Period, agreed?: string | null): Period | undefined {
  const { start, end } = period;
  const [origin, since, until] = [utc(first), utc(start), utc(end)];
  if (!(until.toMillis() - since.toMillis() >= dayInMs)) return undefined;
  const length = lengthInDays(period, agreed);
  const next = length ? until.plus(length) : nextInMonths(origin, since, until);
  return next.isValid && next.year <= 9999 ? { start: end, end: next.toISO() as string } : undefined;
}

function nextInMonths(origin: DateTime, since: DateTime, until: DateTime): DateTime {
  const months = monthsBetween(since, until);
  const [begun, passed] = [anniversary(origin, since), anniversary(origin, until)];
  if (begun !== undefined && passed !== undefined) return origin.plus({ months: passed + (passed - begun) });
  return months === undefined ? until.plus(until.toMillis() - since.toMillis()) : until.plus({ months });
}

/**
 * Moves a time, or a bare date, by as much as the end of a period moves to that of the next. One that would come beyond
 * the year 9999, which could not be written down, stays.
 * @param agreed the length that was agreed on, in ISO 8601
 */
export function moved(text: string, from: Period, to: Period, agreed?: string | null): string {
  const time = utc(text);
  if (!time.isValid) return text;
  const months = lengthInDays(to, agreed) ? undefined : monthsBetween(utc(from.end), utc(to.end));
  const later =
    months === undefined
      ? time.plus(utc(to.end).toMillis() - utc(from.end).toMillis())
      : time.plus({ months });
  if (later.year > 9999) return text;
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return (isDate ? later.toISODate() : later.toISO()) as string;
}

/**
 * A period as long as another that begins at another time: by the length that was agreed on where that is one in days,
 * else in months where it is of whole months, else to the millisecond.
 */
export function beginningAt(period: Period, begins: string, agreed?: string | null): Period {
  const [since, until, other] = [utc(period.start), utc(period.end), utc(begins)];
  const months = monthsBetween(since, until);
  const inMonths = months === undefined ? until.toMillis() - since.toMillis() : { months };
  const ends = other.plus(lengthInDays(period, agreed) ?? inMonths);
  return { start: begins, end: ends.toISO() as string };
}

/** A length of time in ISO 8601, forward only; nothing for anything else. */
export function lengthFrom(text: string): Duration | undefined {
  const length = Duration.fromISO(text);
  return length.isValid && /\d/.test(text) && Object.values(length.toObject()).every((part) => part >= 0)
    ? length
    : undefined;
}
