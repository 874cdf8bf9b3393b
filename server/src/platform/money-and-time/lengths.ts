import type { DateTime } from 'luxon';

type Unit = 'years' | 'months' | 'days';

/** A length of time: so many of a unit, and how many of these make a year. */
export type Length = { count: number; unit: Unit; perYear: number };

const units: ReadonlyMap<string, Pick<Length, 'unit' | 'perYear'>> = new Map([
  ['YEAR', { unit: 'years', perYear: 1 }],
  ['MONTH', { unit: 'months', perYear: 12 }],
  ['DAY', { unit: 'days', perYear: 365 }],
]);
export const dayInMs = 86_400_000;

/** A length in YEAR, MONTH or DAY, in any letter case; none where the count or the unit is not set. */
export function lengthIn(count: number | undefined, timeUnit: string | undefined): Length | undefined {
  const unit = units.get(timeUnit?.toUpperCase() ?? '');
  return count !== undefined && Number.isFinite(count) && count > 0 && unit ? { count, ...unit } : undefined;
}

/** Reads an ISO 8601 duration of years and months alone, in months; of any other, nothing. */
export function wholeMonths(duration: string): number | undefined {
  const match = /^P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?$/.exec(duration);
  return match ? Number(match[1] ?? 0) * 12 + Number(match[2] ?? 0) : undefined;
}

/** The months of a length; none where it is in days, or in parts of a month. */
export const monthsOf = ({ count, unit }: Length): number | undefined =>
  unit === 'days' || !Number.isInteger(count) ? undefined : unit === 'years' ? count * 12 : count;

/**
 * Computes how much of a time counts for nothing when it is compared with a length: a day, or a twenty-eighth of the
 * length where that is less. An end may name the last day instead of the day after it, or midnight instead of the hour
 * of a start.
 */
export const leewayOf = (start: number, end: number): number => Math.min(dayInMs, (end - start) / 28);

/** Says whether a length goes on after an end. */
export function outlasts(start: DateTime, length: Length, end: DateTime): boolean {
  const last = start.plus({ [length.unit]: length.count }).toMillis();
  return last - end.toMillis() > leewayOf(start.toMillis(), last);
}
