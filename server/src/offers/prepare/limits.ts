import type { Report } from './draft.ts';

/** A hundred years: beyond it no calendar is meant, and times could have years of more than four digits. */
export const longestMonths = 1200;
export const longestDays = 36_525;

/** More than is sold of anything at once. */
export const mostUnits = 1_000_000_000;
/** The most seats of one commit that marketplaces take. */
export const mostSeats = 1_000_000;

const longestIn: Readonly<Record<string, number>> = { YEAR: 100, MONTH: longestMonths, DAY: longestDays };

type Bounded<T> = readonly (readonly [name: keyof T & string, most: number])[];

/** Refuses numbers below 0, or above the most that there is of each. */
export function refuseBeyond<T extends object>(
  report: Report,
  pointer: string,
  value: T,
  bounds: Bounded<T>,
): void {
  for (const [name, most] of bounds) {
    const given = Number(value[name] ?? 0);
    if (given < 0) report.refuse(`${pointer}/${name}`, 'must not be negative');
    if (given > most) report.refuse(`${pointer}/${name}`, `must be at most ${most}`);
  }
}

/** The most that a length may be in a unit; in one that nobody knows it is not reckoned with, and counts as days. */
export const longestOf = (unit: string | undefined): number =>
  longestIn[unit?.toUpperCase() ?? ''] ?? longestDays;
