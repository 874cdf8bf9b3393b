import type { OfferSnapshot } from '../marketplaces/index.ts';
import { recordEvent } from '../platform/events.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { mayMove, offerObservations } from './states.ts';
import { changeOffer, lockOffer, type OfferRow } from './store.ts';

const actionOf: Record<string, string> = {
  PENDING_ACCEPTANCE: 'PENDING_ACCEPTANCE',
  PENDING_PARTNER_ACTION: 'PENDING_PARTNER_ACTION',
  ACCEPTED: 'ACCEPT',
  CANCELLED: 'CANCEL',
  EXPIRED: 'EXPIRE',
  REJECTED: 'REJECT',
};

/**
 * Takes over what a re-read of the marketplace shows of an offer. An acceptance is not applied here: it comes with
 * its agreement. A move that cannot be is told as ABNORMAL_ALERT and never dropped.
 */
export async function observeOffer(
  scope: OrgTransaction,
  snapshot: OfferSnapshot,
): Promise<OfferRow | undefined> {
  const offer = await lockOffer(scope, snapshot.key);
  if (!offer || snapshot.status === 'ACCEPTED' || snapshot.status === offer.status) return offer;
  if (!mayMove(offerObservations, offer.status, snapshot.status)) {
    if (snapshot.status !== 'PENDING_CREATE') await alert(scope, offer, snapshot);
    return offer;
  }
  const published = ['PENDING_ACCEPTANCE', 'PENDING_PARTNER_ACTION'].includes(snapshot.status);
  return changeOffer(scope, offer, actionOf[snapshot.status] ?? 'UPDATE', {
    status: snapshot.status,
    externalId: snapshot.externalId,
    info: {
      ...snapshot.mirror,
      ...(snapshot.privateOfferUrl ? { privateOfferUrl: snapshot.privateOfferUrl } : {}),
    },
    metaInfo: {
      ...(published ? { offerCreationSuccessDate: scope.now.toISOString() } : {}),
      ...(snapshot.failure
        ? { errorMessages: [snapshot.failure], prettifiedErrorMessages: [snapshot.failure] }
        : {}),
    },
    // What failed on the way is told by the events; an offer that stands shows no errors.
    removeMetaInfo: published
      ? ['nextCreateRetryAt', 'errorMessages', 'prettifiedErrorMessages']
      : ['nextCreateRetryAt'],
  });
}

async function alert(scope: OrgTransaction, offer: OfferRow, snapshot: OfferSnapshot): Promise<void> {
  const [row] = await scope.query<{ sequence: number }>({
    name: 'next_offer_sequence',
    text: 'UPDATE offer SET sequence = sequence + 1 WHERE organization_id = $1 AND id = $2 RETURNING sequence',
    values: [scope.organizationId, offer.id],
  });
  const payload = {
    id: offer.id,
    status: offer.status,
    observedStatus: snapshot.status,
    externalID: snapshot.externalId,
  };
  await scope.query(
    recordEvent(scope, {
      entityType: 'OFFER',
      entityId: offer.id,
      sequence: row?.sequence as number,
      action: 'ABNORMAL_ALERT',
      payload: JSON.stringify(payload),
      audited: false,
    }),
  );
}
