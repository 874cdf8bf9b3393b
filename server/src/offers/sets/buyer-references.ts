import type { BuyerReferences } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { dropContact, repointOffers } from '../change/index.ts';
import { type OfferSetRow, offerSetColumnList } from './columns.ts';
import { offerSetFacts } from './store.ts';

/**
 * Gives the buyers that the meta info of sets lists to the one that they are merged into. Sets are few: those of the
 * organization are looked through. Locked before their offers, as everywhere.
 */
async function repointSets(scope: OrgTransaction, from: readonly string[], to: string): Promise<void> {
  const before = await scope.query<OfferSetRow>({
    name: 'lock_offer_sets_of_buyers',
    text: `SELECT ${offerSetColumnList} FROM offer_set s
           WHERE s.organization_id = $1 AND s.meta_info -> 'buyerIds' ?| $2 ORDER BY s.id FOR UPDATE`,
    values: [scope.organizationId, from],
  });
  if (before.length === 0) return;
  const ids = before.map(({ id }) => id);
  const rows = await scope.query<OfferSetRow>({
    name: 'repoint_offer_sets',
    text: `UPDATE offer_set s SET meta_info = with_merged_buyers(s.meta_info, $3, $4), last_update_time = $5,
             last_updated_by = $6, sequence = s.sequence + 1
           WHERE s.organization_id = $1 AND s.id = ANY ($2) RETURNING ${offerSetColumnList}`,
    values: [scope.organizationId, ids, from, to, scope.now, scope.actor.id],
  });
  const facts = offerSetFacts('UPDATE', rows, before, { audited: false });
  await scope.query(recordEvents(scope, facts));
}

/**
 * The references to buyers and contacts in offers and their sets. An offer alone holds no buyer: nothing was bought
 * yet.
 */
export const offerReferences: BuyerReferences = {
  repointBuyers: async (scope, from, to) => {
    await repointSets(scope, from, to);
    await repointOffers(scope, from, to);
  },
  holdsBuyer: async () => false,
  dropContact,
};
