import { DateTime, Duration } from 'luxon';
import { dayInMs } from './lengths.ts';
import { monthsIn, monthsSince, plusMonths } from './periods.ts';

export type Period = { start: string; end: string };

const utc = (text: string) => DateTime.fromISO(text, { zone: 'utc' });
const utcFrom = (time: number) => DateTime.fromMillis(time, { zone: 'utc' });

/** Returns the agreed length, if it has days or smaller units and matches the period; otherwise undefined. */
function lengthInDays({ start, end }: Period, agreed: string | null | undefined): Duration | undefined {
  const length = lengthFrom(agreed ?? '');
  const { years: _, quarters: __, months: ___, ...rest } = length?.toObject() ?? {};
  if (!length || Object.keys(rest).length === 0) return undefined;
  return utc(start).plus(length).toMillis() === utc(end).toMillis() ? length : undefined;
}

/**
 * Computes the next period, with the same length as the previous period: the agreed length if in days; otherwise months
 * if the period has whole months, else milliseconds. Months are counted from the start of the first period, so a period
 * that began on the 31st returns to that day after February. An end that deviates by some hours, or is a day early,
 * keeps this deviation.
 * @param first the start of the first period
 * @param agreed the agreed length in ISO 8601: 30 days stay 30 days even if they coincide with a month
 * @returns undefined for a period of less than a day, which would repeat indefinitely, and beyond the year 9999
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

/** A period and its anchor day, from which months are counted. */
export type CountedPeriod = Period & { agreed?: string | undefined };

/**
 * Moves a time or a date by the distance between the ends of two periods. A time on the first day of a monthly period
 * stays on the first days of periods: 31 January, 28 February, 31 March. A time that would move beyond the year 9999 is
 * not moved.
 * @param agreed the agreed length in ISO 8601
 */
export function moveTime(text: string, from: Period, to: CountedPeriod, agreed?: string | null): string {
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
 * Moves a period to a new start and keeps its length: the agreed length if in days; otherwise months if the period has
 * whole months, else milliseconds.
 */
export function beginningAt(period: Period, begins: string, agreed?: string | null): Period {
  const [since, until, other] = [utc(period.start), utc(period.end), utc(begins)];
  const months = monthsIn({ start: since.toMillis(), end: until.toMillis() });
  const inMonths = months === undefined ? until.toMillis() - since.toMillis() : { months };
  const ends = other.plus(lengthInDays(period, agreed) ?? inMonths);
  return { start: begins, end: ends.toISO() as string };
}

/** Parses an ISO 8601 duration without negative parts; undefined for any other text. */
export function lengthFrom(text: string): Duration | undefined {
  const length = Duration.fromISO(text);
  return length.isValid && /\d/.test(text) && Object.values(length.toObject()).every((part) => part >= 0)
    ? length
    : undefined;
}
