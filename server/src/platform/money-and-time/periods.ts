import { DateTime } from 'luxon';
import { dayInMs, type Length, leewayOf } from './lengths.ts';

/**
 * Periods of a sale, and how many of them a time has. Every period is counted from the day agreed on, and never from a day that a
 * short month cut: 31 January, 28 February, 31 March (R42).
 */

/** A time in milliseconds since 1970, in UTC, where each day has as many. */
export type Time = number;

/** A time of which periods are counted. */
export type CountedTime = {
  start: Time;
  end: Time;
  /** The day agreed on, where that is not the start: a renewal may begin on a day that a short month cut. */
  agreed?: Time | undefined;
};

/** A length, as it is counted by. */
type Step = Pick<Length, 'count' | 'unit'>;

const month: Step = { count: 1, unit: 'months' };
const longestMonthInMs = 31 * dayInMs;

/** Counts months on, on the same day and time of day, or on the last day of a month that has no such day. */
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

/** Counts a length on, so many times. */
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
 * Computes how many months after the day agreed on a time is, and how far off. A time may be hours off: an end may be given as a
 * date; or a day before: an end may name the last day instead of the day after it. None where it is further off.
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
 * Finds the day agreed on from which periods of a time are counted, among those of the times before it: the newest from which its
 * start and its end are counted. Its start where there is none: it was agreed on then.
 * @param known the days agreed on of the times before it, the newest first
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

/** Finds the days agreed on of times that follow one another, of each its own. */
export function agreedDays(times: readonly { start: Time; end: Time | undefined }[]): Time[] {
  const known: Time[] = [];
  return times.map((time) => {
    const day = agreedDay(known, time);
    if (!known.includes(day)) known.unshift(day);
    return day;
  });
}

/** Says when the periods of a time begin, by their number: the one numbered 0 with the time. */
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

/** Finds the number of the period in which a time lies; 0 for a time before the first. */
function numberAt(begins: (number: number) => Time, { count, unit }: Step, at: Time): number {
  const longest = unit === 'days' ? dayInMs : unit === 'years' ? 366 * dayInMs : longestMonthInMs;
  let number = Math.max(0, Math.floor((at - begins(0)) / (count * longest)) - 1);
  while (number > 0 && begins(number) > at) number -= 1;
  while (begins(number + 1) <= at) number += 1;
  return number;
}

/** Finds when the period begins in which a time lies; the first one for a time before it. */
export function periodBeginning(time: Pick<CountedTime, 'start' | 'agreed'>, length: Step, at: Time): Time {
  const begins = beginnings(time, length);
  return begins(numberAt(begins, length, at));
}

/**
 * Counts the whole periods of a time, and what is left. Less than a day beyond them counts for nothing, or than a twenty-eighth of
 * the length where that is less: an end may be given as a date, or at another hour than the start.
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

/** Counts the periods of a length that begin in a time: at least one. A day beyond whole ones begins another. */
export function periodsBegun(time: CountedTime, length: Step): number {
  const { whole, hasRest } = wholePeriods(time, length);
  return Math.max(1, hasRest ? whole + 1 : whole);
}

/** Counts the months of a time that ends within a day of a whole number of them; none where it does not. */
export function monthsIn(time: CountedTime): number | undefined {
  const begins = beginnings(time, month);
  const near = Math.round((time.end - time.start) / (30.436875 * dayInMs));
  return [near, near - 1, near + 1].find(
    (months) => months > 0 && Math.abs(time.end - begins(months)) <= dayInMs,
  );
}
