import type { AgreementSnapshot, JsonObject } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, parameters, rows } from '../../platform/database/define-statement.ts';
import type { OfferRow } from '../columns.ts';
import { accepted } from '../states.ts';

/**
 * Says whether the acceptance of an offer can be of the past: one that came by an import, or that was accepted before. Who
 * made an offer here is to hear that it was accepted.
 */
export const isOfPast = (offer: OfferRow): boolean =>
  accepted.includes(offer.status) || (JSON.parse(offer.meta_info) as JsonObject).createdBySource === 'SYNC';

type Acceptance = { offer: OfferRow; agreement: AgreementSnapshot; buyerId: string };

const accept = defineStatement(
  'accept_offers_of_the_past',
  {
    scope: columns('offer', ['organization_id', 'last_update_time', 'last_updated_by']),
    offers: rows('offer', ['id', 'status', 'buyer_id', 'meta_info']),
    more: parameters({ ids: 'text[]' }),
  },
  // By their keys: the rows that are given seem to be many beside a table that was just filled.
  ({ scope: { at }, offers, more }) => `
    UPDATE offer o SET status = n.status, sub_status = NULL, buyer_id = coalesce(o.buyer_id, n.buyer_id),
      meta_info = o.meta_info || n.meta_info::jsonb, last_update_time = ${at.last_update_time},
      last_updated_by = ${at.last_updated_by}
    FROM ${offers.unnest('n')} WHERE o.organization_id = ${at.organization_id} AND o.id = ANY (${more.ids})
      AND o.id = n.id`,
);

/** Marks offers as accepted that agreements of the past were made on, without an event of each; they are locked. */
export async function acceptPastOffers(
  scope: OrgTransaction,
  acceptances: readonly Acceptance[],
): Promise<void> {
  if (acceptances.length === 0) return;
  await scope.query(
    accept({
      scope: {
        organization_id: scope.organizationId,
        last_update_time: scope.now,
        last_updated_by: scope.actor.id,
      },
      offers: acceptances.map(({ offer, agreement, buyerId }) => ({
        id: offer.id,
        status: accepted.includes(offer.status) ? offer.status : 'ACCEPTED',
        buyer_id: buyerId,
        meta_info: JSON.stringify({
          offerAcceptDate: agreement.acceptedAt,
          ...(agreement.buyerCommitQuantities
            ? { buyerCommitQuantities: agreement.buyerCommitQuantities }
            : {}),
        }),
      })),
      more: { ids: acceptances.map(({ offer }) => offer.id) },
    }),
  );
}
