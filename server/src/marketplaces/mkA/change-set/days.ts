import { DateTime, Duration } from 'luxon';

/** A day at the marketplace, in UTC: `YYYY-MM-DD`. */
export type Day = string;

const utc = (time: string): DateTime => DateTime.fromISO(time, { zone: 'utc' });

/** Returns the day that contains a time. */
export const dayOf = (time: string): Day => utc(time).toISODate() ?? '';

/** Returns the last day before an exclusive end time. */
export const lastDayBefore = (time: string): Day => utc(time).minus({ milliseconds: 1 }).toISODate() ?? '';

export const dayAfter = (day: Day): Day => utc(day).plus({ days: 1 }).toISODate() ?? '';

export const dayBefore = (day: Day): Day => utc(day).minus({ days: 1 }).toISODate() ?? '';

/** Returns whether a time is midnight UTC. */
export const isMidnight = (time: string): boolean =>
  utc(time).toMillis() === utc(time).startOf('day').toMillis();

/** Returns the exclusive end of a day. RFC 3339. */
export const endOfDay = (day: string): string =>
  utc(day).startOf('day').plus({ days: 1 }).toISO({ suppressMilliseconds: false }) ?? '';

type Length = { length?: number | undefined; timeUnit?: string | undefined };

/** Converts the length of a commit to the marketplace's notation: a year is P12M. */
export function durationOf({ length, timeUnit }: Length): string | undefined {
  if (!length || length < 0) return undefined;
  if (timeUnit === 'DAY') return `P${length}D`;
  if (timeUnit === 'MONTH') return `P${length}M`;
  return timeUnit === 'YEAR' ? `P${12 * length}M` : undefined;
}

/**
 * Converts a duration to whole months or days, as the marketplace requires; undefined if the duration is not
 * a whole number of months or days.
 */
export function wholeDuration(text: string): string | undefined {
  const {
    years = 0,
    months = 0,
    weeks = 0,
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
  } = Duration.fromISO(text).toObject();
  if (hours || minutes || seconds) return undefined;
  const [inMonths, inDays] = [12 * years + months, 7 * weeks + days];
  if (![inMonths, inDays].every(Number.isInteger)) return undefined;
  if (inMonths > 0) return inDays > 0 ? undefined : `P${inMonths}M`;
  return inDays > 0 ? `P${inDays}D` : undefined;
}

/** Converts a duration to days, for products metered by the hour: a year is P365D. */
export function durationInDays(duration: string): string {
  const months = /^P(\d+)M$/.exec(duration)?.[1];
  return months === undefined ? duration : `P${Math.round((Number(months) * 365) / 12)}D`;
}

/** Returns the approximate number of days in a duration, to compare durations. */
export const daysIn = (duration: string): number => Duration.fromISO(durationInDays(duration)).as('days');
