import { isMarketplace } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { changeOffer, lastMoment } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { offerErrors } from '../errors.ts';
import { acceptable, type States } from '../states.ts';
import { lockOffer } from '../store.ts';

/**
 * The offer, locked, that its buyer can accept or reject now.
 * @param also states of an offer at a marketplace in which this is possible, too
 * @throws 404, and 409 when it is closed
 */
export async function requireOpenOffer(
  scope: OrgTransaction,
  id: string,
  also: States = [],
): Promise<OfferRow> {
  const offer = await lockOffer(scope, id);
  if (!offer) throw offerErrors.offer_not_found();
  // While the seller changes an offer or takes it back, the marketplace still shows it: who comes first wins.
  const open: States = isMarketplace(offer.partner) ? [...acceptable, ...also] : ['PENDING_ACCEPTANCE'];
  if (!open.includes(offer.status))
    throw offerErrors.offer_not_acceptable(`The offer is ${offer.status}, not PENDING_ACCEPTANCE.`);
  const last = lastMoment(offer);
  if (last !== null && Date.parse(last) <= scope.now.getTime())
    throw offerErrors.offer_not_acceptable(`The offer expired at ${last}.`);
  return offer;
}

/** The offer, locked, at a marketplace where it is another party's turn. @throws 404, and 409 that names the states */
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

/** Marks a direct sale as turned down by its buyer; the transaction has locked it. */
export const rejectOffer = (scope: OrgTransaction, offer: OfferRow): Promise<OfferRow> =>
  changeOffer(scope, offer, 'REJECT', { status: 'REJECTED' });
