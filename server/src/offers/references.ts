import type { BuyerReferences } from '../buyers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { recordEvents } from '../platform/events/record-event.ts';
import { type OfferRow, offerColumnList, offerEvents } from './columns.ts';
import { repointSets } from './sets/store.ts';
import type { CountedOffer } from './store.ts';

/** Number of offers that are locked, changed and recorded per round. */
const portion = 500;

/**
 * Changes many offers in batches, with an event for each offer. Offers are locked in the order of their ids;
 * `condition` must not match changed offers. `of` is the parameter $2 of `condition`; `values` are the
 * parameters of `set` from $5.
 */
async function changeEach(
  scope: OrgTransaction,
  change: { name: string; condition: string; of: unknown; set: string; values: readonly unknown[] },
): Promise<void> {
  for (let changed = portion; changed === portion; ) {
    const before = await scope.query<OfferRow>({
      name: `lock_offers_${change.name}`,
      text: `SELECT ${offerColumnList} FROM offer o WHERE o.organization_id = $1 AND ${change.condition}
             ORDER BY o.id LIMIT ${portion} FOR UPDATE`,
      values: [scope.organizationId, change.of],
    });
    const known = new Map(before.map((row) => [row.id, row]));
    const rows = await scope.query<CountedOffer>({
      name: `change_offers_${change.name}`,
      text: `UPDATE offer o SET ${change.set}, last_update_time = $3, last_updated_by = $4, sequence = o.sequence + 1
             WHERE o.organization_id = $1 AND o.id = ANY ($2) RETURNING ${offerColumnList}, o.sequence`,
      values: [scope.organizationId, [...known.keys()], scope.now, scope.actor.id, ...change.values],
    });
    const facts = offerEvents.facts('UPDATE', rows, before, { audited: false });
    if (facts.length > 0) await scope.query(recordEvents(scope, facts));
    changed = before.length;
  }
}

/** Replaces merged buyers in offers with the target buyer of the merge. */
const repointOffers = (scope: OrgTransaction, from: readonly string[], to: string): Promise<void> =>
  changeEach(scope, {
    name: 'of_buyers',
    condition:
      'o.id IN (SELECT l.offer_id FROM offer_buyer l WHERE l.organization_id = $1 AND l.buyer_id = ANY ($2))',
    of: from,
    set: `buyer_id = CASE WHEN o.buyer_id = ANY ($5) THEN $6 ELSE o.buyer_id END,
            meta_info = with_merged_buyers(o.meta_info, $5, $6)`,
    values: [from, to],
  });

/** Removes a contact from the offers that reference the contact. */
const dropContact = (scope: OrgTransaction, contactId: string): Promise<void> =>
  changeEach(scope, {
    name: 'of_contact',
    condition: `o.id IN (SELECT l.offer_id FROM offer_contact l WHERE l.organization_id = $1 AND l.contact_id = $2)`,
    of: contactId,
    set: 'contact_ids = array_remove(o.contact_ids, $5)',
    values: [contactId],
  });

/**
 * References to buyers and contacts in offers and sets. A buyer who has only offers can be deleted, because the
 * buyer has no purchases.
 */
export const offerReferences: BuyerReferences = {
  repointBuyers: async (scope, from, to) => {
    await repointSets(scope, from, to);
    await repointOffers(scope, from, to);
  },
  holdsBuyer: async () => false,
  dropContact,
};
