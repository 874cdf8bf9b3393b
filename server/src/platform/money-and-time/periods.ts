import { DateTime } from 'luxon';
import { dayInMs, type Length, leewayOf } from './lengths.ts';

/**
 * The periods of a sale and their number in a time span. Every period is counted from the anchor day (the day of the
 * agreement), and never from the last day of a short month: 31 January, 28 February, 31 March (R42).
 */

/** Milliseconds since 1970 in UTC, where every day has the same length. */
export type Time = number;

/** A time span in which periods are counted. */
export type CountedTime = {
  start: Time;
  end: Time;
  /** The anchor day, if it differs from the start because a renewal begins on the last day of a short month. */
  agreed?: Time | undefined;
};

/** The length of one period. */
type Step = Pick<Length, 'count' | 'unit'>;

const month: Step = { count: 1, unit: 'months' };
const longestMonthInMs = 31 * dayInMs;

/** Adds months, keeping day and time of day; in a month without that day, the last day is used. */
export function plusMonths(time: Time, months: number): Time {
  if (!Number.isInteger(months)) return luxonOf(time).plus({ months }).toMillis();
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(date);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return date.setUTCDate(Math.min(day, last.getUTCDate()));
}

const luxonOf = (time: Time): DateTime => DateTime.fromMillis(time, { zone: 'utc' });

/** Adds a length a number of times. */
export function plusLength(time: Time, { count, unit }: Step, times = 1): Time {
  const all = count * times;
  if (unit === 'days') return time + all * dayInMs;
  if (unit === 'months' || Number.isInteger(all)) return plusMonths(time, unit === 'years' ? all * 12 : all);
  return luxonOf(time).plus({ years: all }).toMillis();
}

const calendarMonths = (from: Time, to: Time): number => {
  const [start, end] = [new Date(from), new Date(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
};

/**
 * Returns the number of months from the anchor day to a time, and the remaining offset in milliseconds. The offset may
 * be some hours if an end is given as a date, or a day if an end is given as the last day. Returns undefined if the
 * offset is larger.
 */
export function monthsSince(agreed: Time, time: Time): { months: number; off: number } | undefined {
  const near = calendarMonths(agreed, time);
  const found = [near, near + 1, near - 1]
    .filter((months) => months >= 0)
    .map((months) => ({ months, off: time - plusMonths(agreed, months) }))
    .filter(({ off }) => off >= -dayInMs && off < dayInMs);
  return found.sort((one, other) => Math.abs(one.off) - Math.abs(other.off))[0];
}

const isAnniversary = (agreed: Time, time: Time): boolean => monthsSince(agreed, time)?.off === 0;

/**
 * Finds the anchor day of a time span among the anchor days of the earlier spans: the newest day from which both start
 * and end are a whole number of months away. If there is no such day, the anchor day is the span's start.
 * @param known the anchor days of the earlier spans, newest first
 */
export function agreedDay(
  known: readonly Time[],
  { start, end }: { start: Time; end: Time | undefined },
): Time {
  const isOwn = end !== undefined && isAnniversary(start, end);
  const exact = known.find(
    (day) => isAnniversary(day, start) && (end === undefined || isAnniversary(day, end) || !isOwn),
  );
  if (exact !== undefined || isOwn) return exact ?? start;
  const isNear = (day: Time, time: Time | undefined) =>
    time === undefined || monthsSince(day, time) !== undefined;
  return known.find((day) => isNear(day, start) && isNear(day, end)) ?? start;
}

/** Finds the anchor day of each of a series of time spans. */
export function agreedDays(times: readonly { start: Time; end: Time | undefined }[]): Time[] {
  const known: Time[] = [];
  return times.map((time) => {
    const day = agreedDay(known, time);
    if (!known.includes(day)) known.unshift(day);
    return day;
  });
}

/** Returns the function that computes the start of a period from its number; period 0 begins with the time span. */
export function beginnings(
  { start, agreed = start }: Pick<CountedTime, 'start' | 'agreed'>,
  { count, unit }: Step,
): (number: number) => Time {
  const months = unit === 'years' ? count * 12 : count;
  const passed = unit === 'days' || !Number.isInteger(count) ? undefined : monthsSince(agreed, start);
  return (number) =>
    number === 0
      ? start
      : passed
        ? plusMonths(agreed, passed.months + months * number)
        : plusLength(start, { count, unit }, number);
}

/** Returns the number of the period that contains a time; 0 for a time before the first period. */
function numberAt(begins: (number: number) => Time, { count, unit }: Step, at: Time): number {
  const longest = unit === 'days' ? dayInMs : unit === 'years' ? 366 * dayInMs : longestMonthInMs;
  let number = Math.max(0, Math.floor((at - begins(0)) / (count * longest)) - 1);
  while (number > 0 && begins(number) > at) number -= 1;
  while (begins(number + 1) <= at) number += 1;
  return number;
}

/** Returns the start of the period that contains a time; for an earlier time, the start of the first period. */
export function periodBeginning(time: Pick<CountedTime, 'start' | 'agreed'>, length: Step, at: Time): Time {
  const begins = beginnings(time, length);
  return begins(numberAt(begins, length, at));
}

/**
 * Counts the whole periods in a time span and returns whether a rest remains. A rest below the tolerance (a day, or a
 * twenty-eighth of the length if that is less) is ignored, because an end may be given as a date or at a different hour
 * than the start.
 */
export function wholePeriods(
  time: CountedTime,
  length: Step,
): { whole: number; begins: Time; next: Time; hasRest: boolean } {
  const begins = beginnings(time, length);
  const whole = numberAt(begins, length, time.end);
  const hasRest = time.end - begins(whole) >= leewayOf(begins(0), begins(1));
  return { whole, begins: begins(whole), next: begins(whole + 1), hasRest };
}

/**
 * Counts the periods that begin in a time span, at least one period. A rest of a day or more after the whole periods
 * begins another period.
 */
export function periodsBegun(time: CountedTime, length: Step): number {
  const { whole, hasRest } = wholePeriods(time, length);
  return Math.max(1, hasRest ? whole + 1 : whole);
}

/**
 * Returns the number of months in a time span that ends within a day of a whole number of months; undefined for other
 * spans.
 */
export function monthsIn(time: CountedTime): number | undefined {
  const begins = beginnings(time, month);
  const near = Math.round((time.end - time.start) / (30.436875 * dayInMs));
  return [near, near - 1, near + 1].find(
    (months) => months > 0 && Math.abs(time.end - begins(months)) <= dayInMs,
  );
}
