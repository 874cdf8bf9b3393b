import { DateTime } from 'luxon';
import { dayInMs } from '../../platform/money-and-time/lengths.ts';
import type { Time } from '../../platform/money-and-time/periods.ts';

export type { Time };

/** From a time to one that is not part of it; null for an open end. RFC 3339. */
export type Span = { start: string; end: string | null };
export type ClosedSpan = { start: string; end: string };

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

/** The beginning of the month of a time. */
export function monthStart(time: Time): Time {
  const date = new Date(time);
  date.setUTCDate(1);
  return date.setUTCHours(0, 0, 0, 0);
}

/** Counts UTC days: the day on which something ends belongs to what follows. */
export const daysBetween = (from: Time, to: Time): number =>
  Math.floor(to / dayInMs) - Math.floor(from / dayInMs);

export const earlier = (one: Time, other: Time | undefined): Time =>
  other !== undefined && other < one ? other : one;
export const later = (one: Time, other: Time): Time => (other > one ? other : one);
