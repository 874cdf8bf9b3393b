import type { OfferSnapshot } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { lockFreeOffers } from '../store.ts';
import { observeOffer } from './observe.ts';

/** A snapshot that a marketplace shows of an offer, and the scope in which it is applied. */
export type Observed = { scope: OrgTransaction; partner: string; snapshot: OfferSnapshot };

/**
 * Applies snapshots of offers in one transaction, all at once: what each asks goes with what the others ask. Those that may touch
 * another row than their own offer's are left: offers that are not known yet, that follow from an authorization, or that have a
 * second snapshot here; and offers that somebody else has locked.
 * @returns the snapshots that were applied
 */
export async function observeOffers(observed: readonly Observed[]): Promise<ReadonlySet<OfferSnapshot>> {
  const byKey = new Map<string, Observed>();
  for (const each of observed) {
    const { key, authorizationId } = each.snapshot;
    if (key !== undefined && authorizationId === undefined && !byKey.has(key)) byKey.set(key, each);
  }
  const [first] = byKey.values();
  if (!first) return new Set();
  const offers = await lockFreeOffers(first.scope, [...byKey.keys()]);
  // What one still asks when another has failed must not be asked outside of the transaction.
  const all = await Promise.allSettled(
    offers.map(async (offer) => {
      const { scope, partner, snapshot } = byKey.get(offer.id) as Observed;
      await observeOffer(scope, partner, snapshot, [offer]);
      return snapshot;
    }),
  );
  return new Set(
    all.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    }),
  );
}
