import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, type OfferSnapshot, readableCause } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { mayMove } from '../../platform/records/moves.ts';
import { changeOffer, saveOffer } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { accepted, inChange, offerObservations, published } from '../states.ts';
import { countOfferEvent, lockOfferAt, lockOfferByItsId, lockOfferOf } from '../store.ts';
import { adoptOffer, resaleLinks } from './adopt.ts';
import { takeRevision } from './under-way.ts';

const actionOf: Record<string, string> = {
  PENDING_ACCEPTANCE: 'PENDING_ACCEPTANCE',
  PENDING_PARTNER_ACTION: 'PENDING_PARTNER_ACTION',
  ACCEPTED: 'ACCEPT',
  CANCELLED: 'CANCEL',
  EXPIRED: 'EXPIRE',
  REJECTED: 'REJECT',
};

/** What an offer is shown as that nobody is known to have accepted: it waits, or waited in vain. */
const open: readonly OfferSnapshot['status'][] = ['PENDING_ACCEPTANCE', 'EXPIRED'];

/** The statement that locks the offer of a snapshot: ours by the key that we gave, or by the marketplace's id. */
export const lockObserved = (
  organization: Pick<OrgTransaction, 'organizationId'>,
  partner: string,
  { key, externalId }: OfferSnapshot,
): Statement => (key ? lockOfferOf(organization, key) : lockOfferByItsId(organization, partner, externalId));

/**
 * Applies an observation: the snapshot that a marketplace shows of an offer. An acceptance is not applied here: it
 * comes with its agreement. An impossible move is recorded as ABNORMAL_ALERT and never dropped.
 * @param locked what `lockObserved` has found, where it was asked
 */
export async function observeOffer(
  scope: OrgTransaction,
  partner: string,
  seen: OfferSnapshot,
  locked?: readonly Row[],
): Promise<OfferRow | undefined> {
  const offer = locked ? (locked as OfferRow[])[0] : await lockOfferAt(scope, partner, seen);
  if (!offer) return adoptOffer(scope, partner, seen);
  if (!(await takeRevision(scope, offer.id, seen))) return offer;
  if (seen.status === 'ACCEPTED' || seen.status === offer.status) return offer;
  if (accepted.includes(offer.status) && seen.acceptancesLag && open.includes(seen.status)) return offer;
  // The job that changes the offer or takes it back records how that ended.
  if (inChange.includes(offer.status) && published.includes(seen.status)) return offer;
  // Some marketplaces let an offer expire when it is taken back, and go on showing it as expired.
  if (offer.status === 'CANCELLED' && seen.status === 'EXPIRED') return offer;
  const takenBack = offer.status === 'PENDING_CANCEL' && seen.status === 'EXPIRED';
  const snapshot: OfferSnapshot = takenBack ? { ...seen, status: 'CANCELLED' } : seen;
  if (!mayMove(offerObservations, offer.status, snapshot.status)) {
    if (snapshot.status !== 'PENDING_CREATE') await alert(scope, offer, snapshot);
    return offer;
  }
  const isPublished = published.includes(snapshot.status);
  const known = JSON.parse(offer.meta_info) as JsonObject;
  const links = await resaleLinks(scope, partner, offer.id, snapshot);
  return changeOffer(scope, offer, actionOf[snapshot.status] ?? 'UPDATE', {
    status: snapshot.status,
    subStatus: snapshot.subStatus ?? null,
    externalId: snapshot.externalId,
    info: marketplaceInfo(snapshot),
    metaInfo: {
      ...links,
      ...(isPublished && !known.offerCreationSuccessDate
        ? { offerCreationSuccessDate: scope.now.toISOString() }
        : {}),
      ...(snapshot.failure
        ? { errorMessages: [snapshot.failure], prettifiedErrorMessages: [readableCause(snapshot.failure)] }
        : {}),
    },
    // What failed on the way is in the events; an offer that stands shows no errors.
    removeMetaInfo: isPublished
      ? ['nextCreateRetryAt', 'errorMessages', 'prettifiedErrorMessages']
      : ['nextCreateRetryAt'],
  });
}

/** The terms in a snapshot. Which groups of discounts were applied is the seller's to keep (R33). */
export function marketplaceInfo({ mirror, privateOfferUrl }: OfferSnapshot): JsonObject {
  const { discountGroupApplications: _kept, ...info } = mirror;
  return { ...info, ...(privateOfferUrl ? { privateOfferUrl } : {}) };
}

/**
 * Reconciles an offer with a snapshot: records of the marketplace that differ are applied in every state, and all
 * that is not the marketplace's is retained (R33).
 */
export async function reconcileOffer(
  scope: OrgTransaction,
  partner: string,
  snapshot: OfferSnapshot,
): Promise<void> {
  const offer = await observeOffer(scope, partner, snapshot);
  if (offer) await applyMirror(scope, offer, snapshot, snapshot.subStatus ?? offer.sub_status);
}

/** Applies the marketplace's records to a locked offer where they differ; its state stays. */
export async function applyMirror(
  scope: OrgTransaction,
  offer: OfferRow,
  snapshot: OfferSnapshot,
  subStatus = offer.sub_status,
): Promise<void> {
  if (offer.status === 'DELETED' || !(await takeRevision(scope, offer.id, snapshot))) return;
  const stored = JSON.parse(offer.info) as JsonObject;
  const info = { ...stored, ...marketplaceInfo(snapshot) };
  const columns = { external_id: snapshot.externalId, sub_status: subStatus };
  const same =
    isDeepStrictEqual(info, stored) &&
    columns.external_id === offer.external_id &&
    columns.sub_status === offer.sub_status;
  if (!same) await saveOffer(scope, offer, 'UPDATE', { columns, info });
}

/** Records that a marketplace shows of an offer what cannot be: a state, or that it does not have it any more. */
export async function alert(
  scope: OrgTransaction,
  offer: Pick<OfferRow, 'id' | 'status'>,
  seen: { status: OfferSnapshot['status'] | 'MISSING'; externalId: string },
): Promise<void> {
  const counted = await countOfferEvent(scope, offer.id);
  const payload = {
    id: offer.id,
    status: offer.status,
    observedStatus: seen.status,
    externalID: seen.externalId,
  };
  await scope.query(
    recordEvent(scope, {
      entityType: 'OFFER',
      entityId: offer.id,
      sequence: counted?.sequence as number,
      action: 'ABNORMAL_ALERT',
      payload: JSON.stringify(payload),
      audited: false,
    }),
  );
}
