import { isDeepStrictEqual } from 'node:util';
import { Decimal } from 'decimal.js';
import type { JsonObject } from '../../marketplaces/index.ts';

/** Wide enough that no product of a rate and a percentage is rounded. */
const Exact = Decimal.clone({ precision: 60 });

type Priced = { key?: string; planId?: string; rate?: number };

/** The lists of an offer's terms that have list prices. */
const pricedLists = ['commits', 'dimensions'] as const;

/**
 * The terms of an offer whose discount is applied to the list prices as they are now: listRate × (1 − discount/100),
 * exact (R23). Only lists that change are answered; what has no list price, or one in another currency, stays.
 */
export function repriced(info: JsonObject, listing: JsonObject, discount: number): JsonObject {
  if (info.currency && listing.currency && info.currency !== listing.currency) return {};
  const share = new Exact(100).minus(discount).dividedBy(100);
  const changed: JsonObject = {};
  for (const name of pricedLists) {
    const listed = (listing[name] ?? []) as Priced[];
    const offered = (info[name] ?? []) as Priced[];
    const next = offered.map((item) => {
      const listRate = rateOf(listed, item);
      return listRate === undefined ? item : { ...item, rate: share.times(listRate).toNumber() };
    });
    if (!isDeepStrictEqual(next, offered)) changed[name] = next;
  }
  return changed;
}

/** The list price under the same key, and of the same plan where both name one. */
const rateOf = (listed: readonly Priced[], { key, planId }: Priced): number | undefined =>
  key === undefined
    ? undefined
    : listed.find((item) => item.key === key && (!item.planId || !planId || item.planId === planId))?.rate;
