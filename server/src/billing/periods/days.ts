import { DateTime } from 'luxon';

export type Time = DateTime<true>;
/** From a time to one that is not part of it; null for an open end. RFC 3339. */
export type Span = { start: string; end: string | null };
export type ClosedSpan = { start: string; end: string };

const dayInMs = 86_400_000;

/** Reads RFC 3339, or a bare date as its midnight in UTC. @throws RangeError for what is no time */
export function timeFrom(text: string): Time {
  const time = DateTime.fromISO(text, { zone: 'utc' });
  if (!time.isValid) throw new RangeError(`${text} is no time`);
  return time;
}

/** Counts UTC days: the day on which something ends belongs to what follows. */
export const daysBetween = (from: Time, to: Time): number =>
  Math.floor(to.toMillis() / dayInMs) - Math.floor(from.toMillis() / dayInMs);

export const earlier = (one: Time, other: Time | undefined): Time => (other && other < one ? other : one);
export const later = (one: Time, other: Time): Time => (other > one ? other : one);
