import { deadlineOf, type UsageCapabilities } from '../../marketplaces/index.ts';

/** The hours of which a marketplace takes usage, as text. */
export type OpenHours = {
  /** The first of them; what is older is sent for another, with time left. */
  since: string;
  older: string;
  /** When the agreement ends: no hour that begins then or later is one of them. */
  until: string | undefined;
  /** What is told must follow what was told before. */
  touching: boolean;
};

const hourMs = 3_600_000;
/** The least time that is to be left for usage which is sent for another hour than its own. */
const leastLeftMs = 30 * 60_000;

const plus = (hour: string, ms: number): string => new Date(Date.parse(hour) + ms).toISOString();
export const hourOf = (time: string): string =>
  new Date(Math.floor(Date.parse(time) / hourMs) * hourMs).toISOString();
export const nextHour = (hour: string): string => plus(hour, hourMs);
const hourBefore = (hour: string): string => plus(hour, -hourMs);

/** The latest of times that are known. */
export const lastOf = (times: readonly (string | undefined)[]): string | undefined =>
  times
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);

/**
 * The hours of which a marketplace takes usage now. What is older is sent for the last one that is over, or the present. Of
 * an agreement that is over, nothing is taken when its last time has passed.
 * @param over when it ended, if it did
 */
export function openHours(usage: UsageCapabilities, now: Date, over?: string): OpenHours {
  const present = hourOf(now.toISOString());
  const last = hourBefore(present);
  const ended = over === undefined ? undefined : { at: new Date(over), finalMinutes: usage.finalMinutes };
  const leftOf = (hour: string) => deadlineOf(usage, new Date(hour), ended).getTime() - now.getTime();
  let since = hourOf(new Date(now.getTime() - usage.lateMinutes * 60_000).toISOString());
  // The deadlines of hours follow each other, up to the last time of all.
  while (leftOf(since) <= 0 && since <= present) since = nextHour(since);
  return {
    since,
    older: leftOf(last) < leastLeftMs ? present : last,
    until: over,
    touching: usage.contiguousIntervals,
  };
}

export type Wanted = {
  /** The hour of use. */
  own: string;
  /** Before it there is nothing that could be reported. */
  begin: string;
  /** The last hour that the marketplace has, where it is known. */
  reported: string | undefined;
};

/**
 * The hour that usage is sent for: its own or the next that is free. Where the agreement ended by then, the last free one
 * before; not where what is told must follow what was told. Nothing where none is left.
 */
export function freeHour(
  { own, begin, reported }: Wanted,
  open: OpenHours | undefined,
  isFree: (hour: string) => boolean,
): string | undefined {
  if (!open) return next(own, undefined, isFree);
  const { since, older, until, touching } = open;
  const first = own < since ? (older > since ? older : since) : own;
  const follows = touching && reported !== undefined && reported >= first;
  const later = next(follows ? nextHour(reported) : first, until, isFree);
  if (later !== undefined || touching || until === undefined) return later;
  const earliest = begin > since ? begin : since;
  let hour = hourBefore(hourOf(plus(until, hourMs - 1)));
  while (hour >= earliest && !isFree(hour)) hour = hourBefore(hour);
  return hour >= earliest ? hour : undefined;
}

function next(
  first: string,
  until: string | undefined,
  isFree: (hour: string) => boolean,
): string | undefined {
  let hour = first;
  while (!isFree(hour)) {
    if (until !== undefined && hour >= until) return undefined;
    hour = nextHour(hour);
  }
  return until !== undefined && hour >= until ? undefined : hour;
}
