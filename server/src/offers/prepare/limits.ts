import type { Report } from '../../marketplaces/index.ts';
import { longestMonths } from '../../platform/money-and-time/lengths.ts';

/** A hundred years in days. */
export const longestDays = 36_525;

/** Maximum quantity of a commit; larger than the quantity of any real sale. */
export const mostUnits = 1_000_000_000;
/** Maximum number of seats of a commit that marketplaces accept. */
export const mostSeats = 1_000_000;

const longestIn: Readonly<Record<string, number>> = { YEAR: 100, MONTH: longestMonths, DAY: longestDays };

type FieldBounds<T> = readonly (readonly [name: keyof T & string, most: number])[];

/** Rejects numbers below 0 or above their limits. */
export function refuseBeyond<T extends object>(
  report: Report,
  pointer: string,
  value: T,
  bounds: FieldBounds<T>,
): void {
  for (const [name, most] of bounds) {
    const given = Number(value[name] ?? 0);
    if (given < 0) report.refuse(`${pointer}/${name}`, 'must not be negative');
    if (given > most) report.refuse(`${pointer}/${name}`, `must be at most ${most}`);
  }
}

/** Returns the maximum length in a unit; an unknown unit has the limit of days. */
export const longestOf = (unit: string | undefined): number =>
  longestIn[unit?.toUpperCase() ?? ''] ?? longestDays;
