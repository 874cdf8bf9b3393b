import { deadlineOf, type UsageCapabilities } from '../../marketplaces/index.ts';

const hourMs = 3_600_000;
/** So many hours ahead an hour is looked for that is free. */
const mostAhead = 48;

/**
 * The first hour that usage can still be reported for: its own, or a later one that is open and that no line has. Where
 * intervals must touch, it comes after the last one that the marketplace has. Nothing where there is none.
 */
export function openHour(
  own: Date,
  usage: UsageCapabilities,
  now: Date,
  {
    taken,
    after,
    until,
  }: {
    /** In milliseconds since 1970. */
    taken: ReadonlySet<number>;
    after: Date | undefined;
    /** When the agreement ends. */
    until: Date | undefined;
  },
): Date | undefined {
  const floor = now.getTime() - (now.getTime() % hourMs);
  const first = usage.contiguousIntervals && after ? after.getTime() + hourMs : own.getTime();
  const from = Math.max(own.getTime(), first, floor - usage.lateMinutes * 60_000);
  for (let hour = from; hour <= floor + mostAhead * hourMs; hour += hourMs) {
    if (until && hour >= until.getTime()) return undefined;
    const ended = endedBy(until, usage, now);
    if (!taken.has(hour) && deadlineOf(usage, new Date(hour), ended) > now) return new Date(hour);
  }
  return undefined;
}

/** When an agreement ended, and how long after its usage is taken; nothing while it goes on. */
export const endedBy = (
  until: Date | undefined,
  { finalMinutes }: Pick<UsageCapabilities, 'finalMinutes'>,
  now: Date,
): { at: Date; finalMinutes: number } | undefined =>
  until && until <= now ? { at: until, finalMinutes } : undefined;
