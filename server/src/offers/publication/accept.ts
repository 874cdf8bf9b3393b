import { findBuyer } from '../../buyers/index.ts';
import type { AgreementSnapshot, JsonObject } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { mayMove } from '../../platform/records/moves.ts';
import { changeOffer } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { offerObservations } from '../states.ts';
import { marketplaceInfo } from './observe.ts';

/** Marks an offer as accepted that an agreement was made on; the transaction has locked it. */
export async function acceptOffer(
  scope: OrgTransaction,
  offer: OfferRow,
  agreement: AgreementSnapshot,
  buyerId: string,
): Promise<void> {
  // One that was kept when it was accepted already learns of its agreement here.
  const { offerAcceptDate } = JSON.parse(offer.meta_info) as JsonObject;
  const isKnown = offer.status === 'ACCEPTED' && offerAcceptDate === undefined;
  const impossible = !isKnown && !mayMove(offerObservations, offer.status, 'ACCEPTED');
  const metaInfo: JsonObject = { offerAcceptDate: agreement.acceptedAt };
  if (agreement.buyerCommitQuantities) metaInfo.buyerCommitQuantities = agreement.buyerCommitQuantities;
  await changeOffer(scope, offer, impossible ? 'ABNORMAL_ALERT' : 'ACCEPT', {
    status: 'ACCEPTED',
    // It waits for nothing any more.
    subStatus: null,
    ...(agreement.externalOfferId ? { externalId: agreement.externalOfferId } : {}),
    ...((await standsFor(scope, offer.buyer_id, buyerId)) ? { buyerId } : {}),
    ...(agreement.offer ? { info: marketplaceInfo(agreement.offer) } : {}),
    metaInfo,
    removeMetaInfo: ['nextCreateRetryAt'],
  });
}

/** Says whether the offer names no buyer, or one that became part of the buyer who accepted. */
async function standsFor(scope: OrgTransaction, named: string | null, buyerId: string): Promise<boolean> {
  if (named === null || named === buyerId) return named === null;
  return (await findBuyer(scope, named))?.id === buyerId;
}
