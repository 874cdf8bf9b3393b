import { DateTime } from 'luxon';

/** A time in the marketplace's format: in a time zone or with an offset. */
export type DateTimeOfC = {
  year?: number;
  month?: number;
  day?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
  utcOffset?: string;
  timeZone?: { id?: string };
};

/** The marketplace's time zone, in which its days begin. */
const zone = 'America/Los_Angeles';
/** Months between publication and the latest deadline for acceptance. */
const longestAcceptance = 3;

/** Returns the day of a time in UTC, as `YYYY-MM-DD`. Sellers enter days in UTC. */
export const dayIn = (time: string): string => new Date(time).toISOString().slice(0, 10);

/** Returns the first day, in UTC, that begins at a time or after it. */
export const firstDayFrom = (time: string): string =>
  dayIn(new Date(Date.parse(time) + 86_399_999).toISOString());

/** Returns the latest day on which the deadline of an offer may be that is published at a time. */
export const latestDeadline = (published: Date): string =>
  DateTime.fromJSDate(published, { zone }).plus({ months: longestAcceptance }).toISODate() as string;

/** Returns the beginning of a day in the marketplace's format. */
export function startOf(day: string): DateTimeOfC {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date, timeZone: { id: zone } };
}

/** Returns a time of the marketplace in RFC 3339; undefined if it is absent or has another format. */
export function timeOf(given: DateTimeOfC | undefined): string | undefined {
  if (!given) return undefined;
  const { year, month, day, hours = 0, minutes = 0, seconds = 0, utcOffset, timeZone } = given;
  const offsetS = /^(-?\d+)s$/.exec(utcOffset ?? '')?.[1];
  const found = DateTime.fromObject(
    { year, month, day, hour: hours, minute: minutes, second: seconds },
    { zone: offsetS === undefined ? (timeZone?.id ?? zone) : 'utc' },
  );
  return found.isValid ? new Date(found.toMillis() - Number(offsetS ?? 0) * 1000).toISOString() : undefined;
}

/** Returns the day on which a time of the marketplace falls; undefined if the time is absent. */
export const dayOfTime = (given: DateTimeOfC | undefined): string | undefined => {
  const time = timeOf(given);
  return time === undefined ? undefined : (DateTime.fromISO(time, { zone }).toISODate() ?? undefined);
};
