import { Exact } from '../../platform/money-and-time/exact.ts';
import { periodBeginning } from '../../platform/money-and-time/periods.ts';
import { periodOf } from '../../products/included-periods.ts';

/** The units of a dimension that the base price includes in each period. */
export type IncludedUnits = { unit: PeriodUnit; quantity: Exact | 'infinite' };
export const periodUnits = ['Monthly', 'Annual', 'Term'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

type Quantities = readonly {
  isInfinite?: boolean | undefined;
  quantity?: number | undefined;
  recurringUnit?: string | undefined;
}[];

/**
 * Returns the included units of a dimension. Monthly units come first, because they expire first. A quantity
 * without a period applies to the whole term.
 */
export function includedOf(quantities: Quantities | undefined): IncludedUnits[] {
  const all = (quantities ?? []).map(
    ({ isInfinite, quantity, recurringUnit }): IncludedUnits => ({
      unit: periodOf(recurringUnit) ?? 'Term',
      quantity: isInfinite ? 'infinite' : new Exact(quantity ?? 0),
    }),
  );
  return periodUnits.flatMap((unit): IncludedUnits[] => {
    const same = all.filter((included) => included.unit === unit);
    if (same.length === 0) return [];
    if (same.some(({ quantity }) => quantity === 'infinite')) return [{ unit, quantity: 'infinite' }];
    const quantity = same.reduce((sum, one) => sum.plus(one.quantity as Exact), new Exact(0));
    return quantity.greaterThan(0) ? [{ unit, quantity }] : [];
  });
}

/** The start of a term, and the agreed day from which its months are counted; RFC 3339. */
export type TermStart = { start: string; agreed?: string | undefined };

/** Computes the start of the month or year of a term that contains a time. */
export function periodStart({ start, agreed = start }: TermStart, unit: PeriodUnit, at: string): string {
  const [begin, time] = [Date.parse(start), Date.parse(at)];
  if (unit === 'Term' || time <= begin) return new Date(begin).toISOString();
  const length = { count: unit === 'Monthly' ? 1 : 12, unit: 'months' as const };
  return new Date(periodBeginning({ start: begin, agreed: Date.parse(agreed) }, length, time)).toISOString();
}
