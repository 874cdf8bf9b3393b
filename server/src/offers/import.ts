import { isDeepStrictEqual } from 'node:util';
import { ensureBuyersOfPast } from '../buyers/index.ts';
import {
  type Difference,
  type ExternalOrigin,
  type ImportResult,
  type JsonObject,
  type OfferSnapshot,
  observeJob,
} from '../marketplaces/index.ts';
import { type OrgTransaction, withoutEvents } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { enqueueMany } from '../platform/jobs/enqueue-many.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { inList } from '../platform/records/moves.ts';
import { findProductsOf } from '../products/index.ts';
import { adoptedOffer, adoptInTurn, adoptOffer, isBeingMade } from './adopt.ts';
import type { OfferRow } from './columns.ts';
import { insertOffersOfPast } from './creation-store.ts';
import { expireJob, expiryOf, firstWait, periodicReconciliationJob } from './jobs.ts';
import { alert, marketplaceInfo } from './observe.ts';
import { reconciliationJob } from './reconcile.ts';
import { accepted, inChange, soonAcceptable } from './states.ts';
import { findOffersAt, lockOffer } from './store.ts';

type ExternalOffer = OfferSnapshot & { madeElsewhere: ExternalOrigin };

/** Offers that are pending or failed at the marketplace are not imported. */
const exists = ({ status }: OfferSnapshot): boolean =>
  status !== 'PENDING_CREATE' && status !== 'CREATE_FAILED';

const isExternalOffer = (snapshot: OfferSnapshot): snapshot is ExternalOffer =>
  snapshot.madeElsewhere !== undefined;

/**
 * Adopts the unknown offers on a page without events. An offer that may match a pending creation is adopted
 * later.
 */
export async function importOffers(
  scope: OrgTransaction,
  partner: string,
  page: readonly OfferSnapshot[],
): Promise<ImportResult> {
  const listed = page.filter(exists);
  const known = await findKnown(scope, partner, listed);
  const differences = differencesOf(partner, listed.filter(known), known);
  const unknown = listed.filter((snapshot) => !known(snapshot)).filter(isExternalOffer);
  if (unknown.length === 0) return { made: 0, differences };
  await adoptInTurn(
    scope,
    partner,
    unknown.map(({ externalId }) => externalId),
  );
  // Omit offers that another transaction has adopted in the meantime.
  const kept = await findKnown(scope, partner, unknown);
  const isUnderWay = await isBeingMade(scope, partner);
  const left = unknown.filter((snapshot) => !kept(snapshot));
  const own = left.filter(({ madeElsewhere: made }) => made.bySeller && !isUnderWay(made));
  const others = left.filter(({ madeElsewhere }) => !madeElsewhere.bySeller);
  await keepOffers(scope, partner, own);
  for (const snapshot of others) await adoptOffer(withoutEvents(scope), partner, snapshot);
  return { made: own.length + others.length, differences };
}

/** Finds offers on a page that are unknown or differ from the stored record. */
export async function compareOffers(
  scope: OrgTransaction,
  partner: string,
  page: readonly OfferSnapshot[],
): Promise<Difference[]> {
  const listed = page.filter(exists);
  return differencesOf(partner, listed, await findKnown(scope, partner, listed));
}

type FindOffer = (snapshot: OfferSnapshot) => OfferRow | undefined;

async function findKnown(
  scope: OrgTransaction,
  partner: string,
  listed: readonly OfferSnapshot[],
): Promise<FindOffer> {
  const keys = listed.flatMap(({ key }) => key ?? []);
  const externalIds = listed.map(({ externalId }) => externalId);
  const rows = await findOffersAt(scope, partner, { keys, externalIds });
  const byId = new Map(rows.map((row) => [row.id, row]));
  // If two offers have the same id, the older offer is used.
  const byExternalId = new Map(rows.toReversed().map((row) => [row.external_id, row]));
  return ({ key, externalId }) => byId.get(key ?? '') ?? byExternalId.get(externalId);
}

/** Stores new offers of the seller with their buyers, and schedules their expiry and reconciliation. */
async function keepOffers(
  scope: OrgTransaction,
  partner: string,
  snapshots: readonly ExternalOffer[],
): Promise<void> {
  if (snapshots.length === 0) return;
  const made = snapshots.map(({ madeElsewhere }) => madeElsewhere);
  const externalIds = [...new Set(made.flatMap(({ externalProductId }) => externalProductId ?? []))];
  const products = await findProductsOf(scope, partner, { ids: [], externalIds });
  const productIds = new Map(products.map((row) => [row.external_id, row.id]));
  const buyerIds = await ensureBuyersOfPast(
    scope,
    partner,
    made.flatMap(({ externalBuyerId, buyerName: name }) =>
      externalBuyerId ? [{ externalId: externalBuyerId, name }] : [],
    ),
  );
  const offers = snapshots.map((snapshot) => {
    const { productId, externalProductId, externalBuyerId } = snapshot.madeElsewhere;
    const offer = adoptedOffer(scope, partner, scope.newId('ofr'), snapshot, {
      productId: productId ?? productIds.get(externalProductId ?? ''),
      buyerId: buyerIds.get(externalBuyerId ?? ''),
      links: {},
    });
    // Expired offers are stored as EXPIRED even if the marketplace lists another status.
    return hasExpired(scope, offer) ? { ...offer, status: 'EXPIRED' as const } : offer;
  });
  await scope.query(insertOffersOfPast(scope, partner, offers));
  await scheduleAll(scope, offers);
}

const hasExpired = (scope: OrgTransaction, offer: OfferRow): boolean => {
  const expiry = expiryOf(offer);
  return expiry !== undefined && expiry.at <= scope.now;
};

/** Enqueues the expiry and the first reconciliation of offers that wait for their buyers. */
async function scheduleAll(scope: OrgTransaction, offers: readonly OfferRow[]): Promise<void> {
  const expiries = offers.flatMap((offer) => {
    const expiry = expiryOf(offer);
    return expiry ? [{ scope, definition: expireJob, ...expiry }] : [];
  });
  const waits = offers.flatMap((offer) => {
    const payload = firstWait(scope, offer);
    const at = new Date(scope.now.getTime() + (payload?.waitMs ?? 0));
    return payload ? [{ scope, definition: periodicReconciliationJob, payload, at }] : [];
  });
  if (expiries.length > 0) await scope.query(enqueueMany(expiries));
  if (waits.length > 0) await scope.query(enqueueMany(waits));
}

/** Facts of a listed offer that are compared with the record. */
const listedOf = (snapshot: OfferSnapshot, held: JsonObject) => ({
  status: snapshot.status,
  subStatus: snapshot.subStatus,
  info: marketplaceInfo(snapshot, held),
});

const differencesOf = (partner: string, listed: readonly OfferSnapshot[], known: FindOffer): Difference[] =>
  listed.flatMap((snapshot): Difference[] => {
    const { externalId } = snapshot;
    const offer = known(snapshot);
    const info: JsonObject = offer ? JSON.parse(offer.info) : {};
    const seen = listedOf(snapshot, info);
    if (!offer) {
      if (!isExternalOffer(snapshot)) return [];
      const reconcile: Difference['reconcile'] = (scope) =>
        enqueue(scope, observeJob, { partner, kind: 'OFFER', externalId });
      return [{ externalId, listed: seen, held: undefined, reconcile }];
    }
    if (offer.status === 'DELETED') return [];
    const names = Object.keys(seen.info);
    const held = {
      status: offer.status,
      externalId: offer.external_id,
      info: Object.fromEntries(names.map((name) => [name, info[name]])),
    };
    const isSame = isSameStatus(offer, snapshot) && isDeepStrictEqual(held.info, seen.info);
    if (isSame && offer.external_id === externalId) return [];
    return [
      {
        externalId,
        listed: seen,
        held,
        reconcile: (scope) => enqueue(scope, reconciliationJob, { offerId: offer.id }),
      },
    ];
  });

/**
 * Returns whether reconciliation of a listed status is unnecessary: acceptances are applied with their
 * agreement, and change jobs record their own result.
 */
const isSameStatus = ({ status }: OfferRow, seen: OfferSnapshot): boolean =>
  status === seen.status ||
  inChange.includes(status) ||
  (accepted.includes(status) && seen.status === 'ACCEPTED') ||
  (status === 'CANCELLED' && seen.status === 'EXPIRED');

/** States in which a marketplace lists an offer. Ended offers may be missing from the list. */
const listedStates = [...soonAcceptable, 'ACCEPTED'] as const;

type OfferReference = { id: string; externalId: string };

/** Reads offers that a marketplace should list, in the order of their ids. */
export async function heldOffers(
  scope: OrgTransaction,
  partner: string,
  { after, before, most }: { after: string; before: Date; most: number },
): Promise<OfferReference[]> {
  const rows = await scope.query<RowOf<'offer', 'id'> & { external_id: string }>({
    name: 'offers_to_be_listed',
    text: `SELECT o.id, o.external_id FROM offer o
           WHERE o.organization_id = $1 AND o.id > $3 AND o.partner = $2 AND o.external_id IS NOT NULL
             AND o.creation_time < $4 AND o.status IN (${inList(listedStates)})
           ORDER BY o.id LIMIT $5`,
    values: [scope.organizationId, partner, after, before, most],
  });
  return rows.map(({ id, external_id: externalId }) => ({ id, externalId }));
}

/** Records that an offer is missing from its marketplace, unless the stored offer has ended since. */
export async function alertOfMissingOffer(
  scope: OrgTransaction,
  { id, externalId }: OfferReference,
): Promise<void> {
  const offer = await lockOffer(scope, id);
  if (offer && (listedStates as readonly string[]).includes(offer.status))
    await alert(scope, offer, { status: 'MISSING', externalId });
}
