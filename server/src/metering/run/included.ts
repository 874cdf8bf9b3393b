import { DateTime } from 'luxon';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { periodOf } from '../../products/included-periods.ts';

/** Units of a dimension that the base price includes, anew in each period. */
export type Included = { unit: PeriodUnit; quantity: Exact | 'infinite' };
export const periodUnits = ['Monthly', 'Annual', 'Term'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

type Quantities = readonly {
  isInfinite?: boolean | undefined;
  quantity?: number | undefined;
  recurringUnit?: string | undefined;
}[];

/**
 * The included units of a dimension, those of a month first: they lapse soonest. What names no month and no year is for
 * the whole term.
 */
export function includedOf(quantities: Quantities | undefined): Included[] {
  const all = (quantities ?? []).map(
    ({ isInfinite, quantity, recurringUnit }): Included => ({
      unit: periodOf(recurringUnit) ?? 'Term',
      quantity: isInfinite ? 'infinite' : new Exact(quantity ?? 0),
    }),
  );
  return periodUnits.flatMap((unit): Included[] => {
    const same = all.filter((included) => included.unit === unit);
    if (same.length === 0) return [];
    if (same.some(({ quantity }) => quantity === 'infinite')) return [{ unit, quantity: 'infinite' }];
    const quantity = same.reduce((sum, one) => sum.plus(one.quantity as Exact), new Exact(0));
    return quantity.greaterThan(0) ? [{ unit, quantity }] : [];
  });
}

/** The start of the month or year of a term in which a time lies. Months are counted from the term's start. */
export function periodStart(termStart: string, unit: PeriodUnit, at: string): string {
  const start = DateTime.fromISO(termStart, { zone: 'utc' });
  const time = DateTime.fromISO(at, { zone: 'utc' });
  if (unit === 'Term' || time <= start) return start.toISO() as string;
  const length = unit === 'Monthly' ? 1 : 12;
  const begins = (count: number) => start.plus({ months: count * length });
  let count = Math.floor(time.diff(start, 'months').months / length);
  while (begins(count) > time) count -= 1;
  while (begins(count + 1) <= time) count += 1;
  return begins(count).toISO() as string;
}
