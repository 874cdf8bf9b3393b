import { isDeepStrictEqual } from 'node:util';
import { ensureBuyersOfPast } from '../../buyers/index.ts';
import {
  type Difference,
  type Imported,
  type JsonObject,
  type MadeElsewhere,
  type OfferSnapshot,
  observeJob,
} from '../../marketplaces/index.ts';
import { type OrgTransaction, silently } from '../../platform/access/scope.ts';
import { enqueueMany } from '../../platform/jobs/enqueue-many.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { findProductsOf } from '../../products/index.ts';
import { expireJob, expiryOf, firstWait, periodicReconciliationJob } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { insertOffersOfPast } from '../creation-store.ts';
import { accepted, inChange } from '../states.ts';
import { findOffersAt } from '../store.ts';
import { adoptedOffer, adoptInTurn, adoptOffer, isBeingMade } from './adopt.ts';
import { marketplaceInfo } from './observe.ts';
import { reconciliationJob } from './reconciliation-job.ts';

type Elsewhere = OfferSnapshot & { madeElsewhere: MadeElsewhere };

/** Of an offer that is not made there yet, or never was, there is nothing to keep. */
const exists = ({ status }: OfferSnapshot): boolean =>
  status !== 'PENDING_CREATE' && status !== 'CREATE_FAILED';

const isMadeElsewhere = (snapshot: OfferSnapshot): snapshot is Elsewhere =>
  snapshot.madeElsewhere !== undefined;

/**
 * Keeps the offers on a page that were not made here and that nobody knows, without an event of each. An offer that may be
 * one of ours which is being made is left for later.
 */
export async function importOffers(
  scope: OrgTransaction,
  partner: string,
  page: readonly OfferSnapshot[],
): Promise<Imported> {
  const listed = page.filter(exists);
  const known = await findKnown(scope, partner, listed);
  const differences = differencesOf(partner, listed.filter(known), known);
  const unknown = listed.filter((snapshot) => !known(snapshot)).filter(isMadeElsewhere);
  if (unknown.length === 0) return { made: 0, differences };
  await adoptInTurn(
    scope,
    partner,
    unknown.map(({ externalId }) => externalId),
  );
  // Somebody who was before us here has kept them.
  const kept = await findKnown(scope, partner, unknown);
  const isUnderWay = await isBeingMade(scope, partner);
  const left = unknown.filter((snapshot) => !kept(snapshot));
  const own = left.filter(({ madeElsewhere: made }) => made.bySeller && !isUnderWay(made));
  const others = left.filter(({ madeElsewhere }) => !madeElsewhere.bySeller);
  await keepOffers(scope, partner, own);
  for (const snapshot of others) await adoptOffer(silently(scope), partner, snapshot);
  return { made: own.length + others.length, differences };
}

/** Finds the offers on a page that nobody knows, or that are not as their marketplace shows them. */
export async function compareOffers(
  scope: OrgTransaction,
  partner: string,
  page: readonly OfferSnapshot[],
): Promise<Difference[]> {
  const listed = page.filter(exists);
  return differencesOf(partner, listed, await findKnown(scope, partner, listed));
}

type Known = (snapshot: OfferSnapshot) => OfferRow | undefined;

async function findKnown(
  scope: OrgTransaction,
  partner: string,
  listed: readonly OfferSnapshot[],
): Promise<Known> {
  const keys = listed.flatMap(({ key }) => key ?? []);
  const externalIds = listed.map(({ externalId }) => externalId);
  const rows = await findOffersAt(scope, partner, { keys, externalIds });
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Of two with one id the one counts that was there first, as everywhere.
  const byExternalId = new Map(rows.toReversed().map((row) => [row.external_id, row]));
  return ({ key, externalId }) => byId.get(key ?? '') ?? byExternalId.get(externalId);
}

/** Writes new offers of the seller's own, with their buyers, and what is to follow from them in time. */
async function keepOffers(
  scope: OrgTransaction,
  partner: string,
  snapshots: readonly Elsewhere[],
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
    // What is over by now is of the past, too, also where its marketplace does not say so.
    return hasExpired(scope, offer) ? { ...offer, status: 'EXPIRED' as const } : offer;
  });
  await scope.query(insertOffersOfPast(scope, partner, offers));
  await scheduleAll(scope, offers);
}

const hasExpired = (scope: OrgTransaction, offer: OfferRow): boolean => {
  const expiry = expiryOf(offer);
  return expiry !== undefined && expiry.at <= scope.now;
};

/** Enqueues the expiry and the first reconciliation of those that wait for their buyers. */
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

/** What is compared of an offer, as its marketplace lists it. */
const listedOf = (snapshot: OfferSnapshot) => ({
  status: snapshot.status,
  subStatus: snapshot.subStatus,
  info: marketplaceInfo(snapshot),
});

const differencesOf = (partner: string, listed: readonly OfferSnapshot[], known: Known): Difference[] =>
  listed.flatMap((snapshot): Difference[] => {
    const { externalId } = snapshot;
    const offer = known(snapshot);
    const seen = listedOf(snapshot);
    if (!offer) {
      if (!isMadeElsewhere(snapshot)) return [];
      const reconcile: Difference['reconcile'] = (scope) =>
        enqueue(scope, observeJob, { partner, kind: 'OFFER', externalId });
      return [{ externalId, listed: seen, held: undefined, reconcile }];
    }
    if (offer.status === 'DELETED') return [];
    const info = JSON.parse(offer.info) as JsonObject;
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

/** An acceptance comes with its agreement, and the job that changes an offer says how that ends. */
const isSameStatus = ({ status }: OfferRow, seen: OfferSnapshot): boolean =>
  status === seen.status ||
  inChange.includes(status) ||
  (accepted.includes(status) && seen.status === 'ACCEPTED') ||
  (status === 'CANCELLED' && seen.status === 'EXPIRED');
