import { DateTime, Duration } from 'luxon';

/** A day of the marketplace, which counts them in UTC: `YYYY-MM-DD`. */
export type Day = string;

const utc = (time: string): DateTime => DateTime.fromISO(time, { zone: 'utc' });

/** The day in which a time lies. */
export const dayOf = (time: string): Day => utc(time).toISODate() ?? '';

/** The last day before a time: that of its moment before, as an end is never in what it ends. */
export const lastDayBefore = (time: string): Day => utc(time).minus({ milliseconds: 1 }).toISODate() ?? '';

export const dayAfter = (day: Day): Day => utc(day).plus({ days: 1 }).toISODate() ?? '';

export const dayBefore = (day: Day): Day => utc(day).minus({ days: 1 }).toISODate() ?? '';

/** Whether a time is the first moment of a day. */
export const isMidnight = (time: string): boolean =>
  utc(time).toMillis() === utc(time).startOf('day').toMillis();

/** The first moment after a day, as a time of ours ends. RFC 3339. */
export const endOfDay = (day: string): string =>
  utc(day).startOf('day').plus({ days: 1 }).toISO({ suppressMilliseconds: false }) ?? '';

type Length = { length?: number | undefined; timeUnit?: string | undefined };

/** The length of a commit as the marketplace writes it: a year is P12M. */
export function durationOf({ length, timeUnit }: Length): string | undefined {
  if (!length || length < 0) return undefined;
  if (timeUnit === 'DAY') return `P${length}D`;
  if (timeUnit === 'MONTH') return `P${length}M`;
  return timeUnit === 'YEAR' ? `P${12 * length}M` : undefined;
}

/** A duration in whole months or days, as the marketplace takes it; nothing where it is neither. */
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

/** About how many days a duration has, to compare two of them. */
export const daysIn = (duration: string): number => Duration.fromISO(duration).as('days');
