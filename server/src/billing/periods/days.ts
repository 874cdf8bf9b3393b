import { DateTime } from 'luxon';

/** A time in milliseconds since 1970: what is reckoned with in UTC, where each day has as many. */
export type Time = number;
/** From a time to one that is not part of it; null for an open end. RFC 3339. */
export type Span = { start: string; end: string | null };
export type ClosedSpan = { start: string; end: string };

const dayInMs = 86_400_000;

/** Reads RFC 3339, or a bare date as its midnight in UTC. @throws RangeError for what is no time */
export function timeFrom(text: string): Time {
  const time = usualTime(text) ?? luxonFrom(text).toMillis();
  if (Number.isNaN(time)) throw new RangeError(`${text} is no time`);
  return time;
}

const luxonFrom = (text: string) => DateTime.fromISO(text, { zone: 'utc' });

/** Reads a time as records have it in a tenth of what the library takes for any: a draft reads some dozens. */
function usualTime(text: string): Time | undefined {
  if (text.length !== 24 || text[4] !== '-' || text[10] !== 'T' || text[23] !== 'Z') return undefined;
  const time = Date.parse(text);
  // Only the days up to the 28th are in each month.
  const isSure = text.slice(8, 10) <= '28';
  return Number.isNaN(time) || !(isSure || textOf(time) === text) ? undefined : time;
}

export const textOf = (time: Time): string => new Date(time).toISOString();

/** A time as the library has it. */
export const luxonOf = (time: Time): DateTime => DateTime.fromMillis(time, { zone: 'utc' });

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

/** The beginning of the month of a time. */
export function monthStart(time: Time): Time {
  const date = new Date(time);
  date.setUTCDate(1);
  return date.setUTCHours(0, 0, 0, 0);
}

/** Counts the months that were begun between two times, from the first of each. */
export const monthsBetween = (from: Time, to: Time): number => {
  const [start, end] = [new Date(from), new Date(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
};

/** Counts UTC days: the day on which something ends belongs to what follows. */
export const daysBetween = (from: Time, to: Time): number =>
  Math.floor(to / dayInMs) - Math.floor(from / dayInMs);

export const earlier = (one: Time, other: Time | undefined): Time =>
  other !== undefined && other < one ? other : one;
export const later = (one: Time, other: Time): Time => (other > one ? other : one);
