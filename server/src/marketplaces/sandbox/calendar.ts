import { Duration } from 'luxon';

/**
 * How the sandbox counts: by a calendar of its own, so that what it bills proves what the service reckons. It imports nothing that
 * the service counts by; `server/test/architecture-sandbox-usage.test.ts` holds it.
 */

const dayMs = 86_400_000;

type Term = { start: string; end: string };

const timeOf = (text: string): number => {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new RangeError(`${text} is no time`);
  return time;
};

/** The same day so many months later, or the last of a month that has no such day. */
export function monthsAfter(time: number, months: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const day = Math.min(date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return Date.UTC(year, month, day) + (time - Math.floor(time / dayMs) * dayMs);
}

/** How many months after another a time is, where it is so within a day. */
function monthsTo(time: number, first: number): number | undefined {
  const [one, other] = [new Date(first), new Date(time)];
  const near = 12 * (other.getUTCFullYear() - one.getUTCFullYear()) + other.getUTCMonth() - one.getUTCMonth();
  const offs = [near - 1, near, near + 1]
    .filter((months) => months >= 0)
    .map((months) => [months, Math.abs(time - monthsAfter(first, months))] as const)
    .sort((a, b) => a[1] - b[1]);
  return offs[0] && offs[0][1] <= dayMs ? offs[0][0] : undefined;
}

/** A length in ISO 8601, forward only; nothing for anything else. */
export function lengthFrom(text: string): Duration | undefined {
  const length = Duration.fromISO(text);
  const isForward = Object.values(length.toObject()).every((part) => part >= 0);
  return length.isValid && /\d/.test(text) && isForward ? length : undefined;
}

/** A length in months and in what is beyond them; nothing where it is no length. */
function lengthOf(text: string | undefined): { months: number; ms: number } | undefined {
  const length = lengthFrom(text ?? '');
  if (!length) return undefined;
  const { years = 0, quarters = 0, months = 0, ...rest } = length.toObject();
  return { months: 12 * years + 3 * quarters + months, ms: Duration.fromObject(rest).toMillis() };
}

/** The length that was agreed on, where it has days and is that of a term. */
function lengthInDays({ start, end }: Term, agreed: string | undefined) {
  const length = lengthOf(agreed);
  if (!length || length.ms === 0 || !Number.isInteger(length.months)) return undefined;
  const after = (time: number) => monthsAfter(time, length.months) + length.ms;
  return after(timeOf(start)) === timeOf(end) ? after : undefined;
}

/** The end of a time that begins with another and is as long as a term. */
export function endOfSameLength(term: Term, begins: string, agreed?: string): string {
  const [start, end, from] = [term.start, term.end, begins].map(timeOf) as [number, number, number];
  const after = lengthInDays(term, agreed);
  const months = monthsTo(end, start);
  const ends = after ? after(from) : months ? monthsAfter(from, months) : from + end - start;
  return new Date(ends).toISOString();
}

const lastTime = Date.UTC(10_000, 0, 1);

/**
 * The term for which an agreement renews itself: as long as the last one, in months counted from the day on which the first began.
 * Nothing after one of less than a day, or beyond the year 9999.
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

/** Counts how many times of so many days begin in a time: at least one. What is hardly begun is none. */
export function daysBegun(start: number, end: number, days: number): number {
  const times = (end - start) / (days * dayMs);
  const whole = Math.floor(times);
  return Math.max(1, times - whole >= Math.min(1 / 28, 1 / days) ? whole + 1 : whole);
}

/** How many months a length of a commit is, or how many days. */
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

/** The currencies whose smallest coin is no hundredth (ISO 4217), by the digits after the point. */
const otherDigits: readonly (readonly [digits: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

export const coinDigits = (currency: string): number =>
  otherDigits.find(([, currencies]) => currencies.split(' ').includes(currency.toUpperCase()))?.[0] ?? 2;
