import type { UsageCounts } from '../../entitlements/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { EntryType, NewEntry } from './entries.ts';

const nameOf: Partial<Record<EntryType, keyof UsageCounts>> = {
  INCLUDED: 'includedCount',
  CREDIT: 'creditCount',
  REPORTED: 'reportedCount',
};

/**
 * Computes the amounts by which the entries of a term change its dimension counts, as JSON text with exact
 * numbers; null if no count changes.
 */
export function printCounts(
  entries: readonly Pick<NewEntry, 'type' | 'dimension' | 'quantity'>[],
): string | null {
  const counts = new Map<string, Map<string, Exact>>();
  for (const { type, dimension, quantity } of entries) {
    const name = nameOf[type];
    if (!name || !dimension || !quantity) continue;
    const ofDimension = counts.get(dimension) ?? new Map<string, Exact>();
    ofDimension.set(name, (ofDimension.get(name) ?? new Exact(0)).plus(quantity));
    counts.set(dimension, ofDimension);
  }
  if (counts.size === 0) return null;
  const print = (members: readonly (readonly [string, string])[]) =>
    `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
  return print(
    [...counts].map(([dimension, names]) => [
      dimension,
      print([...names].map(([name, quantity]) => [name, quantity.toFixed()])),
    ]),
  );
}
