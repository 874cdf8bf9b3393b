/** A civil time, as private offers have it. */
export type DateTime = {
  year?: number;
  month?: number;
  day?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
  utcOffset?: string;
  timeZone?: { id?: string };
};

const zone = 'America/Los_Angeles';
const format = new Intl.DateTimeFormat('en-US', {
  timeZone: zone,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** Returns the difference of the marketplace's time zone from UTC at a time. */
function offsetAt(ms: number): number {
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - ms;
}

/** Reads a time: with an offset, or in the marketplace's time zone; NaN for another zone or no day. */
export function readDateTime(given: DateTime): number {
  const { year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0, utcOffset, timeZone } = given;
  const civil = Date.UTC(year, month - 1, day, hours, minutes, seconds);
  if (year === 0 || new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return Number.NaN;
  if (utcOffset !== undefined) return civil - Number(/^(-?\d+)s$/.exec(utcOffset)?.[1]) * 1000;
  if (timeZone?.id !== undefined && timeZone.id !== zone) return Number.NaN;
  return civil - offsetAt(civil - offsetAt(civil));
}
