import { Duration } from 'luxon';

/**
 * Calendar arithmetic for the sandbox. The implementation is independent of the service, so that the
 * sandbox's bills verify the service's calculations. `server/test/architecture-sandbox-usage.test.ts` checks
 * that this file does not import the service's calculation modules.
 */

const dayMs = 86_400_000;

type Term = { start: string; end: string };

const timeOf = (text: string): number => {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new RangeError(`${text} is not a valid time`);
  return time;
};

/** Returns the same day a given number of months later, or the last day of a shorter month. */
export function monthsAfter(time: number, months: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const day = Math.min(date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return Date.UTC(year, month, day) + (time - Math.floor(time / dayMs) * dayMs);
}

/**
 * Returns the number of months between two times if the difference is whole months, with a tolerance of one
 * day.
 */
function monthsTo(time: number, first: number): number | undefined {
  const [one, other] = [new Date(first), new Date(time)];
  const near = 12 * (other.getUTCFullYear() - one.getUTCFullYear()) + other.getUTCMonth() - one.getUTCMonth();
  const offs = [near - 1, near, near + 1]
    .filter((months) => months >= 0)
    .map((months) => [months, Math.abs(time - monthsAfter(first, months))] as const)
    .sort((a, b) => a[1] - b[1]);
  return offs[0] && offs[0][1] <= dayMs ? offs[0][0] : undefined;
}

/** Parses a positive ISO 8601 duration; undefined for an invalid duration. */
export function lengthFrom(text: string): Duration | undefined {
  const length = Duration.fromISO(text);
  const isForward = Object.values(length.toObject()).every((part) => part >= 0);
  return length.isValid && /\d/.test(text) && isForward ? length : undefined;
}

/** Splits an ISO 8601 duration into months and the rest; undefined for an invalid duration. */
function lengthOf(text: string | undefined): { months: number; ms: number } | undefined {
  const length = lengthFrom(text ?? '');
  if (!length) return undefined;
  const { years = 0, quarters = 0, months = 0, ...rest } = length.toObject();
  return { months: 12 * years + 3 * quarters + months, ms: Duration.fromObject(rest).toMillis() };
}

/**
 * Returns a function that adds the agreed duration to a time, if the duration contains days and matches the
 * term.
 */
function lengthInDays({ start, end }: Term, agreed: string | undefined) {
  const length = lengthOf(agreed);
  if (!length || length.ms === 0 || !Number.isInteger(length.months)) return undefined;
  const after = (time: number) => monthsAfter(time, length.months) + length.ms;
  return after(timeOf(start)) === timeOf(end) ? after : undefined;
}

/** Computes the end of a period that starts at a given time and has the duration of a given term. */
export function endOfSameLength(term: Term, begins: string, agreed?: string): string {
  const [start, end, from] = [term.start, term.end, begins].map(timeOf) as [number, number, number];
  const after = lengthInDays(term, agreed);
  const months = monthsTo(end, start);
  const ends = after ? after(from) : months ? monthsAfter(from, months) : from + end - start;
  return new Date(ends).toISOString();
}

const lastTime = Date.UTC(10_000, 0, 1);

/**
 * Computes the term of an automatic renewal. The term has the duration of the last term; months are counted
 * from the start of the first term. Undefined after a term of less than a day, or beyond the year 9999.
 */
export function nextTerm(first: string, term: Term, agreed?: string): Term | undefined {
  const [origin, start, end] = [first, term.start, term.end].map(timeOf) as [number, number, number];
  if (end - start < dayMs) return undefined;
  const [begun, passed] = [monthsTo(start, origin), monthsTo(end, origin)];
  const after = lengthInDays(term, agreed);
  const isCounted = begun !== undefined && passed !== undefined && passed > begun;
  const ends = after
    ? after(end)
    : isCounted
      ? monthsAfter(origin, 2 * passed - begun) + end - monthsAfter(origin, passed)
      : Date.parse(endOfSameLength(term, term.end));
  return Number.isFinite(ends) && ends < lastTime
    ? { start: term.end, end: new Date(ends).toISOString() }
    : undefined;
}

/**
 * Counts the periods of this many days that begin in a time span, at least 1. A period of a few hours at the
 * end does not count.
 */
export function daysBegun(start: number, end: number, days: number): number {
  const times = (end - start) / (days * dayMs);
  const whole = Math.floor(times);
  return Math.max(1, times - whole >= Math.min(1 / 28, 1 / days) ? whole + 1 : whole);
}

/** Returns the duration of a commit in months or days. */
export function commitLength(
  count: number | undefined,
  unit: string | undefined,
): { months: number } | { days: number } | undefined {
  if (count === undefined || !(count > 0)) return undefined;
  switch (unit?.toUpperCase()) {
    case 'YEAR':
      return { months: 12 * count };
    case 'MONTH':
      return { months: count };
    case 'DAY':
      return { days: count };
    default:
      return undefined;
  }
}

/** Currencies whose minor unit is not a hundredth (ISO 4217), by number of decimal digits. */
const otherDigits: readonly (readonly [digits: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

export const coinDigits = (currency: string): number =>
  otherDigits.find(([, currencies]) => currencies.split(' ').includes(currency.toUpperCase()))?.[0] ?? 2;
