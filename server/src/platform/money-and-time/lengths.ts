import type { DateTime } from 'luxon';

type Unit = 'years' | 'months' | 'days';

/** A length of time: a count, its unit, and the number of these units per year. */
export type Length = { count: number; unit: Unit; perYear: number };

const units: ReadonlyMap<string, Pick<Length, 'unit' | 'perYear'>> = new Map([
  ['YEAR', { unit: 'years', perYear: 1 }],
  ['MONTH', { unit: 'months', perYear: 12 }],
  ['DAY', { unit: 'days', perYear: 365 }],
]);
export const dayInMs = 86_400_000;

/**
 * A hundred years in months. Longer lengths are input errors and could produce years of more than four digits.
 */
export const longestMonths = 1200;

/** Creates a length from a count and a unit YEAR, MONTH or DAY in any letter case; undefined if either is not valid. */
export function lengthIn(count: number | undefined, timeUnit: string | undefined): Length | undefined {
  const unit = units.get(timeUnit?.toUpperCase() ?? '');
  return count !== undefined && Number.isFinite(count) && count > 0 && unit ? { count, ...unit } : undefined;
}

/** Converts an ISO 8601 duration of only years and months to months; undefined for other durations. */
export function wholeMonths(duration: string): number | undefined {
  const match = /^P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?$/.exec(duration);
  return match ? Number(match[1] ?? 0) * 12 + Number(match[2] ?? 0) : undefined;
}

/** Returns the number of months in a length; undefined if the length is in days or has a fraction. */
export const monthsOf = ({ count, unit }: Length): number | undefined =>
  unit === 'days' || !Number.isInteger(count) ? undefined : unit === 'years' ? count * 12 : count;

/**
 * Returns the tolerance for comparing a time span with a length: a day, or a twenty-eighth of the length if that is
 * less. Sources may provide an end as the last day instead of the following day, or as midnight instead of the hour of
 * the start.
 */
export const leewayOf = (start: number, end: number): number => Math.min(dayInMs, (end - start) / 28);

/** Whether a length from a start ends after a given end, beyond the tolerance. */
export function endsAfter(start: DateTime, length: Length, end: DateTime): boolean {
  const last = start.plus({ [length.unit]: length.count }).toMillis();
  return last - end.toMillis() > leewayOf(start.toMillis(), last);
}
