import { deadlineOf, type UsageCapabilities } from '../../marketplaces/index.ts';

/** The hours for which a marketplace accepts usage, as text. */
export type OpenHours = {
  /** First open hour. Older usage is sent for the hour `older`, which has a later deadline. */
  since: string;
  older: string;
  /** End of the agreement. Hours that begin at or after the end are closed. */
  until: string | undefined;
  /** Whether each interval must start at the end of the previous reported interval. */
  touching: boolean;
};

const hourMs = 3_600_000;
/** Minimum time until the deadline of an hour that is selected for usage of a different hour. */
const leastLeftMs = 30 * 60_000;

const plus = (hour: string, ms: number): string => new Date(Date.parse(hour) + ms).toISOString();
export const hourOf = (time: string): string =>
  new Date(Math.floor(Date.parse(time) / hourMs) * hourMs).toISOString();
export const nextHour = (hour: string): string => plus(hour, hourMs);
const hourBefore = (hour: string): string => plus(hour, -hourMs);

/** Returns the latest of the given times. */
export const lastOf = (times: readonly (string | undefined)[]): string | undefined =>
  times
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);

/**
 * Computes the hours for which a marketplace accepts usage now. Older usage is sent for the last full hour or
 * the current hour. After the deadline of an ended agreement, no hour is open.
 * @param over end of an ended agreement
 */
export function openHours(usage: UsageCapabilities, now: Date, over?: string): OpenHours {
  const present = hourOf(now.toISOString());
  const last = hourBefore(present);
  const ended = over === undefined ? undefined : { at: new Date(over), finalMinutes: usage.finalMinutes };
  const leftOf = (hour: string) => deadlineOf(usage, new Date(hour), ended).getTime() - now.getTime();
  let since = hourOf(new Date(now.getTime() - usage.lateMinutes * 60_000).toISOString());
  // Deadlines increase with the hours, up to the last deadline of the agreement.
  while (leftOf(since) <= 0 && since <= present) since = nextHour(since);
  return {
    since,
    older: leftOf(last) < leastLeftMs ? present : last,
    until: over,
    touching: usage.contiguousIntervals,
  };
}

export type HourRequest = {
  /** Hour of use. */
  own: string;
  /** Start of the period for which usage can be reported. */
  begin: string;
  /** Last hour reported to the marketplace, if any. */
  reported: string | undefined;
};

/**
 * Selects the hour for which usage is sent: its own hour or the next free hour. After the end of the
 * agreement, the last free hour before the end is selected, unless intervals must be contiguous. Undefined if
 * no hour is left.
 */
export function freeHour(
  { own, begin, reported }: HourRequest,
  open: OpenHours | undefined,
  isFree: (hour: string) => boolean,
): string | undefined {
  if (!open) return nextFreeHour(own, undefined, isFree);
  const { since, older, until, touching } = open;
  const first = own < since ? (older > since ? older : since) : own;
  const follows = touching && reported !== undefined && reported >= first;
  const later = nextFreeHour(follows ? nextHour(reported) : first, until, isFree);
  if (later !== undefined || touching || until === undefined) return later;
  const earliest = begin > since ? begin : since;
  let hour = hourBefore(hourOf(plus(until, hourMs - 1)));
  while (hour >= earliest && !isFree(hour)) hour = hourBefore(hour);
  return hour >= earliest ? hour : undefined;
}

function nextFreeHour(
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
