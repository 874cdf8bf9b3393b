import { deadlineOf, type UsageCapabilities } from '../../marketplaces/index.ts';
import { freeHour, hourOf, openHours } from '../run/index.ts';

/** The data about a line that needs an hour. */
export type HourSearch = {
  own: Date;
  /** Hours that already have a line, in milliseconds since 1970. */
  taken: ReadonlySet<number>;
  /** Last hour that the marketplace accepted. */
  after: Date | undefined;
  /** Start of the term, and end of the agreement. */
  begin: Date;
  until: Date | undefined;
};

/**
 * Finds the first hour for which usage can still be reported: the line’s own hour, or a later open hour
 * without a line. After the end of the agreement, this is the last such hour before the end. If intervals
 * must be contiguous, the hour is after the last accepted hour. Undefined if no hour is available.
 */
export function openHour(
  { own, taken, after, begin, until }: HourSearch,
  usage: UsageCapabilities,
  now: Date,
): Date | undefined {
  const end = until?.toISOString();
  const open = openHours(usage, now, until && until <= now ? end : undefined);
  const hour = freeHour(
    { own: own.toISOString(), begin: hourOf(begin.toISOString()), reported: after?.toISOString() },
    { ...open, older: open.since, until: end },
    (one) => !taken.has(Date.parse(one)),
  );
  return hour === undefined ? undefined : new Date(hour);
}

/** Computes the deadline for usage of an hour. */
export const deadlineBy = (hour: Date, until: Date | undefined, usage: UsageCapabilities, now: Date): Date =>
  deadlineOf(
    usage,
    hour,
    until && until <= now ? { at: until, finalMinutes: usage.finalMinutes } : undefined,
  );
