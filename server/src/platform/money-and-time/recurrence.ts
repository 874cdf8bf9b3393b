import { DateTime, Duration } from 'luxon';
import { dayInMs } from './lengths.ts';
import { monthsIn, monthsSince, plusMonths } from './periods.ts';

export type Period = { start: string; end: string };

const utc = (text: string) => DateTime.fromISO(text, { zone: 'utc' });
const utcFrom = (time: number) => DateTime.fromMillis(time, { zone: 'utc' });

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
 * back to it after February; an end that is some hours off, or a day before, stays so.
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
  const [first, start, end] = [origin.toMillis(), since.toMillis(), until.toMillis()];
  const [begun, passed] = [monthsSince(first, start), monthsSince(first, end)];
  if (begun && passed && passed.months > begun.months)
    return utcFrom(plusMonths(first, 2 * passed.months - begun.months) + passed.off);
  const months = monthsIn({ start, end });
  return months === undefined ? until.plus(end - start) : until.plus({ months });
}

/** A period, and the first day agreed on, from which months are counted. */
export type CountedPeriod = Period & { agreed?: string | undefined };

/**
 * Moves a time, or a bare date, by as much as the end of a period moves to that of the next. A time on a day that months are
 * counted to stays on these: 31 January, 28 February, 31 March. One that would come beyond the year 9999, which could not be
 * written down, stays.
 * @param agreed the length that was agreed on, in ISO 8601
 */
export function moved(text: string, from: Period, to: CountedPeriod, agreed?: string | null): string {
  const time = utc(text);
  if (!time.isValid) return text;
  const [before, after, first] = [from.end, to.end, to.agreed ?? to.start].map((each) =>
    utc(each).toMillis(),
  ) as [number, number, number];
  const months = lengthInDays(to, agreed) ? undefined : monthsBetween(before, after, first);
  const later =
    months === undefined ? time.plus(after - before) : utcFrom(monthsLater(time.toMillis(), months, first));
  if (later.year > 9999) return text;
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return (isDate ? later.toISODate() : later.toISO()) as string;
}

function monthsBetween(from: number, to: number, first: number): number | undefined {
  const [begun, passed] = [monthsSince(first, from), monthsSince(first, to)];
  return begun && passed ? passed.months - begun.months : monthsIn({ start: from, end: to });
}

const dayOf = (time: number): number => Math.floor(time / dayInMs);

function monthsLater(time: number, months: number, first: number): number {
  const passed = monthsSince(first, time);
  const base = passed && plusMonths(first, passed.months);
  return base !== undefined && dayOf(base) === dayOf(time)
    ? plusMonths(first, (passed?.months ?? 0) + months) + time - base
    : plusMonths(time, months);
}

/**
 * A period as long as another that begins at another time: by the length that was agreed on where that is one in days,
 * else in months where it is of whole months, else to the millisecond.
 */
export function beginningAt(period: Period, begins: string, agreed?: string | null): Period {
  const [since, until, other] = [utc(period.start), utc(period.end), utc(begins)];
  const months = monthsIn({ start: since.toMillis(), end: until.toMillis() });
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
