import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, type OfferSnapshot, readableCause } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { isMoveAllowed } from '../platform/records/moves.ts';
import { adoptOffer, resaleLinks } from './adopt.ts';
import { changeOffer, saveOffer } from './change.ts';
import type { OfferRow } from './columns.ts';
import { takeRevision } from './pending-changes.ts';
import { accepted, inChange, offerObservations, published } from './states.ts';
import { countOfferEvent, lockFreeOffers, lockOfferAt, lockOfferByItsId, lockOfferOf } from './store.ts';

const actionOf: Record<string, string> = {
  PENDING_ACCEPTANCE: 'PENDING_ACCEPTANCE',
  PENDING_PARTNER_ACTION: 'PENDING_PARTNER_ACTION',
  ACCEPTED: 'ACCEPT',
  CANCELLED: 'CANCEL',
  EXPIRED: 'EXPIRE',
  REJECTED: 'REJECT',
};

/** Observed states of an offer without a known acceptance: waiting or expired. */
const open: readonly OfferSnapshot['status'][] = ['PENDING_ACCEPTANCE', 'EXPIRED'];

/** Statement that locks the offer of a snapshot: by our key, or by the marketplace's id. */
export const lockObserved = (
  organization: Pick<OrgTransaction, 'organizationId'>,
  partner: string,
  { key, externalId }: OfferSnapshot,
): Statement => (key ? lockOfferOf(organization, key) : lockOfferByItsId(organization, partner, externalId));

/**
 * Applies a snapshot of an offer. Acceptances are applied with the observation of their agreement. An
 * impossible change is recorded as ABNORMAL_ALERT.
 * @param locked result of `lockObserved`, if it was queried before
 */
export async function observeOffer(
  scope: OrgTransaction,
  partner: string,
  given: OfferSnapshot,
  locked?: readonly Row[],
): Promise<OfferRow | undefined> {
  const offer = locked ? (locked as OfferRow[])[0] : await lockOfferAt(scope, partner, given);
  if (!offer) return adoptOffer(scope, partner, given);
  if (!(await takeRevision(scope, offer.id, given))) return offer;
  const seen = atLeastPublished(offer, given);
  if (seen.status === 'ACCEPTED' || seen.status === offer.status) return offer;
  if (accepted.includes(offer.status) && seen.acceptancesLag && open.includes(seen.status)) return offer;
  // The change or cancellation job records its own result.
  if (inChange.includes(offer.status) && published.includes(seen.status)) return offer;
  // Some marketplaces show cancelled offers as expired, and cancelled authorizations as restricted.
  const isOver = seen.status === 'EXPIRED' || seen.status === 'RESTRICTED';
  if (offer.status === 'CANCELLED' && isOver) return offer;
  const takenBack = offer.status === 'PENDING_CANCEL' && isOver;
  const snapshot: OfferSnapshot = takenBack ? { ...seen, status: 'CANCELLED' } : seen;
  if (!isMoveAllowed(offerObservations, offer.status, snapshot.status)) {
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
    info: marketplaceInfo(snapshot, JSON.parse(offer.info) as JsonObject),
    metaInfo: {
      ...links,
      ...(isPublished && !known.offerCreationSuccessDate
        ? { offerCreationSuccessDate: scope.now.toISOString() }
        : {}),
      ...(snapshot.failure
        ? { errorMessages: [snapshot.failure], prettifiedErrorMessages: [readableCause(snapshot.failure)] }
        : {}),
    },
    // Errors are removed from a published offer; its events record the earlier failures.
    removeMetaInfo: isPublished
      ? ['nextCreateRetryAt', 'errorMessages', 'prettifiedErrorMessages']
      : ['nextCreateRetryAt'],
  });
}

/**
 * An offer that its buyer accepted before its publication was observed is published, although its agreement may not be
 * known yet.
 */
const atLeastPublished = ({ status }: OfferRow, seen: OfferSnapshot): OfferSnapshot =>
  status === 'PENDING_CREATE' && seen.status === 'ACCEPTED'
    ? { ...seen, status: 'PENDING_ACCEPTANCE' }
    : seen;

/**
 * Reads the terms in a snapshot, without the applied discount groups and without the fields that the seller
 * sets (R33).
 */
export function marketplaceInfo(
  { mirror, ownFields = {}, privateOfferUrl }: OfferSnapshot,
  stored: JsonObject,
): JsonObject {
  const { discountGroupApplications: _kept, ...info } = mirror;
  for (const [name, fields] of Object.entries(ownFields))
    info[name] = { ...(info[name] as JsonObject), ...pick(stored[name], fields) };
  return { ...info, ...(privateOfferUrl ? { privateOfferUrl } : {}) };
}

const pick = (record: unknown, fields: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries((record ?? {}) as JsonObject).filter(([name]) => fields.includes(name)));

/**
 * Reconciles an offer with a snapshot: changed records of the marketplace are applied in every state, and other
 * fields are kept (R33).
 */
export async function reconcileOffer(
  scope: OrgTransaction,
  partner: string,
  snapshot: OfferSnapshot,
): Promise<void> {
  const offer = await observeOffer(scope, partner, snapshot);
  if (offer) await applyMirror(scope, offer, snapshot, snapshot.subStatus ?? offer.sub_status);
}

/** Applies changed records of the marketplace to a locked offer without changing its state. */
export async function applyMirror(
  scope: OrgTransaction,
  offer: OfferRow,
  snapshot: OfferSnapshot,
  subStatus = offer.sub_status,
): Promise<void> {
  if (offer.status === 'DELETED' || !(await takeRevision(scope, offer.id, snapshot))) return;
  const stored = JSON.parse(offer.info) as JsonObject;
  const info = { ...stored, ...marketplaceInfo(snapshot, stored) };
  const columns = { external_id: snapshot.externalId, sub_status: subStatus };
  const same =
    isDeepStrictEqual(info, stored) &&
    columns.external_id === offer.external_id &&
    columns.sub_status === offer.sub_status;
  if (!same) await saveOffer(scope, offer, 'UPDATE', { columns, info });
}

/** Records that a marketplace shows an impossible state of an offer, or no longer has it. */
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

/** A snapshot of an offer, and the scope in which it is applied. */
type OfferObservation = { scope: OrgTransaction; partner: string; snapshot: OfferSnapshot };

/**
 * Applies snapshots of offers in one transaction with shared round trips. Skips snapshots that may affect
 * further rows: offers that are unknown, that follow from an authorization, or that have a second snapshot in
 * the list. Skips offers that another transaction has locked.
 * @returns the snapshots that were applied
 */
export async function observeOffers(
  observed: readonly OfferObservation[],
): Promise<ReadonlySet<OfferSnapshot>> {
  const byKey = new Map<string, OfferObservation>();
  for (const each of observed) {
    const { key, authorizationId } = each.snapshot;
    if (key !== undefined && authorizationId === undefined && !byKey.has(key)) byKey.set(key, each);
  }
  const [first] = byKey.values();
  if (!first) return new Set();
  const offers = await lockFreeOffers(first.scope, [...byKey.keys()]);
  // allSettled waits for all queries, so that no query is sent after an error has ended the transaction.
  const all = await Promise.allSettled(
    offers.map(async (offer) => {
      const { scope, partner, snapshot } = byKey.get(offer.id) as OfferObservation;
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
