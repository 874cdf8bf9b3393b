import type { Exact } from '../../platform/money-and-time/exact.ts';
import { parseInfo } from './report-info.ts';
import type { Step } from './settle.ts';

type SettledStep = Pick<Step, 'dimension' | 'price' | 'units' | 'included' | 'credit' | 'listPrice'>;

/**
 * Sums the billable units of a direct sale, keyed by "<unit price> <dimension>": units with a price, beyond
 * included units and units paid by credit. A pure function.
 * @param before result of an earlier chunk of the run for this report, as JSON
 */
export function billableUnits(steps: readonly SettledStep[], before = '{}'): Record<string, Exact> {
  const sums = parseInfo(before) as Record<string, Exact>;
  for (const { dimension, price, units, included, credit, listPrice } of steps) {
    if (!price || (units.isZero() && listPrice.isZero())) continue;
    const key = `${price.toFixed()} ${dimension}`;
    const free = included.reduce((sum, one) => sum.plus(one.units), credit);
    const billed = units.plus(listPrice).minus(free);
    sums[key] = sums[key]?.plus(billed) ?? billed;
  }
  return sums;
}
