import { deadlineOf, type UsageCapabilities } from '../../marketplaces/index.ts';
import { freeHour, hourOf, openHours } from '../run/index.ts';

/** What is known of the line that is to be sent for another hour, if need be. */
export type Sought = {
  own: Date;
  /** In milliseconds since 1970: the hours that no line may be sent for. */
  taken: ReadonlySet<number>;
  /** The last hour that the marketplace has. */
  after: Date | undefined;
  /** When the term began, and when the agreement ends. */
  begin: Date;
  until: Date | undefined;
};

/**
 * The first hour that usage can still be reported for: its own, or a later one that is open and that no line has. Where the
 * agreement ended by then, the last one before. Where intervals must touch, it comes after the last one that the marketplace
 * has. Nothing where there is none.
 */
export function openHour(
  { own, taken, after, begin, until }: Sought,
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

/** Until when usage of an hour is taken. */
export const deadlineBy = (hour: Date, until: Date | undefined, usage: UsageCapabilities, now: Date): Date =>
  deadlineOf(
    usage,
    hour,
    until && until <= now ? { at: until, finalMinutes: usage.finalMinutes } : undefined,
  );
