import { findBuyer } from '../buyers/index.ts';
import { type AgreementSnapshot, isMarketplace, type JsonObject } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, parameters, rows } from '../platform/database/define-statement.ts';
import { isMoveAllowed } from '../platform/records/moves.ts';
import { changeOffer } from './change.ts';
import type { OfferRow } from './columns.ts';
import { offerErrors } from './errors.ts';
import { lastMoment } from './jobs.ts';
import { marketplaceInfo } from './observe.ts';
import { acceptable, accepted, offerObservations, type States } from './states.ts';
import { lockOffer } from './store.ts';

/**
 * Locks an offer that its buyer can accept or reject now.
 * @param also further states at a marketplace in which an acceptance or rejection is possible
 * @throws 404 when the offer does not exist, 409 when it is closed
 */
export async function requireOpenOffer(
  scope: OrgTransaction,
  id: string,
  also: States = [],
): Promise<OfferRow> {
  const offer = await lockOffer(scope, id);
  if (!offer) throw offerErrors.offer_not_found();
  // While a change or cancellation is pending, the marketplace still shows the offer to its buyer. The first
  // change that the marketplace applies takes effect.
  const open: States = isMarketplace(offer.partner) ? [...acceptable, ...also] : ['PENDING_ACCEPTANCE'];
  if (!open.includes(offer.status))
    throw offerErrors.offer_not_acceptable(`The offer is ${offer.status}, not PENDING_ACCEPTANCE.`);
  const last = lastMoment(offer);
  if (last !== null && Date.parse(last) <= scope.now.getTime())
    throw offerErrors.offer_not_acceptable(`The offer expired at ${last}.`);
  return offer;
}

/**
 * Locks a marketplace offer that waits for another party.
 * @throws 404 when the offer does not exist, 409 when its state does not allow the operation; the error lists
 * the allowed states
 */
export async function requirePartnersOffer(
  scope: OrgTransaction,
  id: string,
  states: States,
): Promise<OfferRow> {
  const offer = await lockOffer(scope, id);
  if (!offer) throw offerErrors.offer_not_found();
  if (!isMarketplace(offer.partner) || !states.includes(offer.status))
    throw offerErrors.offer_not_acceptable(`The offer is ${offer.status}, not ${states.join(' or ')}.`);
  return offer;
}

/** Rejects a direct sale on behalf of its buyer; the transaction has locked the offer. */
export const rejectOffer = (scope: OrgTransaction, offer: OfferRow): Promise<OfferRow> =>
  changeOffer(scope, offer, 'REJECT', { status: 'REJECTED' });

/** Marks an offer as accepted by an agreement; the transaction has locked the offer. */
export async function acceptOffer(
  scope: OrgTransaction,
  offer: OfferRow,
  agreement: AgreementSnapshot,
  buyerId: string,
): Promise<void> {
  // An adopted offer may be ACCEPTED before its agreement is known, so its acceptance is not reported as an
  // anomaly.
  const { offerAcceptDate } = JSON.parse(offer.meta_info) as JsonObject;
  const isKnown = offer.status === 'ACCEPTED' && offerAcceptDate === undefined;
  const impossible = !isKnown && !isMoveAllowed(offerObservations, offer.status, 'ACCEPTED');
  const metaInfo: JsonObject = { offerAcceptDate: agreement.acceptedAt };
  if (agreement.buyerCommitQuantities) metaInfo.buyerCommitQuantities = agreement.buyerCommitQuantities;
  await changeOffer(scope, offer, impossible ? 'ABNORMAL_ALERT' : 'ACCEPT', {
    status: 'ACCEPTED',
    // An accepted offer has no pending step.
    subStatus: null,
    ...(agreement.externalOfferId ? { externalId: agreement.externalOfferId } : {}),
    ...((await standsFor(scope, offer.buyer_id, buyerId)) ? { buyerId } : {}),
    ...(agreement.offer ? { info: marketplaceInfo(agreement.offer, JSON.parse(offer.info)) } : {}),
    metaInfo,
    removeMetaInfo: ['nextCreateRetryAt'],
  });
}

/** Marks a locked offer as USED: its agreement goes on under another offer. */
export const useOffer = (scope: OrgTransaction, offer: OfferRow): Promise<OfferRow> =>
  changeOffer(scope, offer, 'UPDATE', { status: 'USED' });

/** Returns whether the offer has no buyer, or a buyer that was merged into the buyer who accepted. */
async function standsFor(scope: OrgTransaction, named: string | null, buyerId: string): Promise<boolean> {
  if (named === null || named === buyerId) return named === null;
  return (await findBuyer(scope, named))?.id === buyerId;
}

/**
 * Returns whether the acceptance of an offer may be imported without an event: the offer was imported, or accepted
 * before. Acceptances of offers that were created in Tradepost always have an event.
 */
export const isOfPast = (offer: OfferRow): boolean =>
  accepted.includes(offer.status) || (JSON.parse(offer.meta_info) as JsonObject).createdBySource === 'SYNC';

type Acceptance = { offer: OfferRow; agreement: AgreementSnapshot; buyerId: string };

const acceptPast = defineStatement(
  'accept_offers_of_the_past',
  {
    scope: columns('offer', ['organization_id', 'last_update_time', 'last_updated_by']),
    offers: rows('offer', ['id', 'status', 'buyer_id', 'meta_info']),
    more: parameters({ ids: 'text[]' }),
  },
  // Rows are selected by key: after a large import, the planner overestimates the given rows.
  ({ scope: { at }, offers, more }) => `
    UPDATE offer o SET status = n.status, sub_status = NULL, buyer_id = coalesce(o.buyer_id, n.buyer_id),
      meta_info = o.meta_info || n.meta_info::jsonb, last_update_time = ${at.last_update_time},
      last_updated_by = ${at.last_updated_by}
    FROM ${offers.unnest('n')} WHERE o.organization_id = ${at.organization_id} AND o.id = ANY (${more.ids})
      AND o.id = n.id`,
);

/** Marks locked offers as accepted by past agreements, without events. */
export async function acceptPastOffers(
  scope: OrgTransaction,
  acceptances: readonly Acceptance[],
): Promise<void> {
  if (acceptances.length === 0) return;
  await scope.query(
    acceptPast({
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
