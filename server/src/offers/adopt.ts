import { ensureBuyer } from '../buyers/index.ts';
import type { ExternalOrigin, JsonObject, OfferSnapshot } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { findProductsOf } from '../products/index.ts';
import { changeOffer, insertOffer } from './change.ts';
import type { OfferRow } from './columns.ts';
import type { NewOffer } from './creation-store.ts';
import { expireJob, expiryOf, scheduleReconciliation } from './jobs.ts';
import { visibilityOf } from './kind.ts';
import { toUtc } from './prepare/times.ts';
import { lockOfferByExternalId } from './store.ts';

/** Records that an adopted offer references. */
type References = { productId: string | undefined; buyerId: string | undefined; links: JsonObject };

/**
 * Adopts an offer that was created outside Tradepost: a resale authorization of a vendor, an offer of the
 * seller's reseller (R27), or an offer that the seller created in the marketplace's portal.
 */
export async function adoptOffer(
  scope: OrgTransaction,
  partner: string,
  snapshot: OfferSnapshot,
): Promise<OfferRow | undefined> {
  const { madeElsewhere: made } = snapshot;
  if (!made || snapshot.status === 'PENDING_CREATE') return undefined;
  // Concurrent adoptions of the same offer wait for this lock and then find the stored offer.
  await adoptInTurn(scope, partner, [snapshot.externalId]);
  const adopted = await lockOfferByExternalId(scope, partner, snapshot.externalId);
  if (adopted) return adopted;
  if (made.bySeller && (await isBeingMade(scope, partner))(made)) return undefined;
  const id = scope.newId('ofr');
  const references = {
    ...(await referencesOf(scope, partner, made)),
    links: await resaleLinks(scope, partner, id, snapshot),
  };
  const offer = await insertOffer(
    scope,
    adoptedOffer(scope, partner, id, { ...snapshot, madeElsewhere: made }, references),
  );
  await scheduleReconciliation(scope, offer);
  const expiry = expiryOf(offer);
  if (expiry) await scope.query(enqueue(scope, expireJob, expiry.payload, { at: expiry.at }));
  return offer;
}

/** Acquires the adoption locks of offers, in the order of the marketplace's ids. */
export const adoptInTurn = (
  scope: OrgTransaction,
  partner: string,
  externalIds: readonly string[],
): Promise<unknown> =>
  scope.query({
    name: 'adopt_offers_in_turn',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('adopt' || chr(10) || $1 || chr(10) || $2 || chr(10) || n.id, 0))
           FROM (SELECT id FROM unnest($3::text[]) s (id) ORDER BY id) n`,
    values: [scope.organizationId, partner, externalIds],
  });

/** Time in hours during which any pending creation may match the observed offer. */
const underWayHours = 48;

/**
 * Returns a predicate for offers that may match a pending creation whose marketplace id is unknown. Adopting
 * such an offer would store it twice. Older pending creations are compared by name. Replacements are excluded,
 * because a pending replacement may wait for the adoption.
 */
export async function isBeingMade(
  scope: OrgTransaction,
  partner: string,
): Promise<(made: ExternalOrigin) => boolean> {
  const pending = await scope.query<Pick<OfferRow, 'name'> & { is_recent: boolean }>({
    name: 'offers_being_made',
    text: `SELECT DISTINCT o.name, o.last_update_time > $3::timestamptz - ${underWayHours} * interval '1 hour' AS is_recent
           FROM offer o
           WHERE o.organization_id = $1 AND o.status = 'PENDING_CREATE' AND o.partner = $2 AND o.external_id IS NULL
             AND NOT o.meta_info ? 'replacedOfferResourceName'`,
    values: [scope.organizationId, partner, scope.now],
  });
  return ({ name }) => pending.some((one) => one.is_recent || one.name === (name ?? null));
}

/**
 * Returns whether an agreement's offer is unknown but has the name of a pending creation whose marketplace id
 * is unknown.
 */
export async function isStillBeingMade(
  scope: OrgTransaction,
  partner: string,
  { externalId, madeElsewhere: made }: Pick<OfferSnapshot, 'externalId' | 'madeElsewhere'>,
): Promise<boolean> {
  if (!made?.bySeller) return false;
  const pending = await scope.query({
    name: 'offer_agreed_on_is_being_made',
    text: `SELECT o.id FROM offer o
           WHERE o.organization_id = $1 AND o.status = 'PENDING_CREATE' AND o.partner = $2 AND o.external_id IS NULL
             AND o.name IS NOT DISTINCT FROM $3
             AND NOT EXISTS (SELECT FROM offer k WHERE k.organization_id = $1 AND k.partner = $2 AND k.external_id = $4)
           LIMIT 1`,
    values: [scope.organizationId, partner, made.name ?? null, externalId],
  });
  return pending.length > 0;
}

async function referencesOf(scope: OrgTransaction, partner: string, made: ExternalOrigin) {
  const { externalProductId, externalBuyerId, buyerName: name } = made;
  const isListed = made.productId === undefined && externalProductId !== undefined;
  const products = isListed
    ? await findProductsOf(scope, partner, { ids: [], externalIds: [externalProductId] })
    : [];
  const account =
    made.bySeller && externalBuyerId ? { partner, externalId: externalBuyerId, name } : undefined;
  return {
    productId: made.productId ?? products[0]?.id,
    buyerId: account && (await ensureBuyer(scope, account)),
  };
}

/** Creates the row of an adopted offer. */
export function adoptedOffer(
  scope: OrgTransaction,
  partner: string,
  id: string,
  { madeElsewhere: made, ...snapshot }: OfferSnapshot & { madeElsewhere: ExternalOrigin },
  { productId, buyerId, links }: References,
): NewOffer {
  const now = scope.now.toISOString();
  const time = (value: string | undefined) => (value === undefined ? null : toUtc(value));
  const { mirror, privateOfferUrl } = snapshot;
  return {
    organization_id: scope.organizationId,
    id,
    name: made.name ?? null,
    partner,
    partner_id: null,
    service: made.bySeller ? 'MARKETPLACE' : null,
    product_id: productId ?? null,
    product_type: null,
    buyer_id: buyerId ?? null,
    contact_ids: null,
    offer_type: made.offerType,
    pricing_type: null,
    channel_type: null,
    external_id: snapshot.externalId,
    revision: snapshot.revision,
    status: snapshot.status,
    sub_status: snapshot.subStatus ?? null,
    info: JSON.stringify({
      ...made.info,
      ...mirror,
      ...(privateOfferUrl ? { privateOfferUrl } : {}),
      visibility: visibilityOf(made.offerType),
    }),
    meta_info: JSON.stringify({
      ...made.metaInfo,
      ...links,
      discount: null,
      createdBySource: made.bySeller ? 'SYNC' : 'MARKETPLACE',
      ...(made.bySeller ? {} : { offerCreationSuccessDate: now }),
    }),
    end_time: time(made.endTime),
    expire_time: time(made.expireTime),
    created_by: scope.actor.id,
    last_updated_by: scope.actor.id,
    creation_time: now,
    last_update_time: now,
  };
}

/** Links an offer and the authorization that it was created with. Returns the links that the offer stores. */
export async function resaleLinks(
  scope: OrgTransaction,
  partner: string,
  offerId: string,
  { authorizationId }: OfferSnapshot,
): Promise<JsonObject> {
  if (authorizationId === undefined) return {};
  const authorization = await lockOfferByExternalId(scope, partner, authorizationId);
  if (!authorization || authorization.id === offerId) return {};
  const { cppoOfferId } = JSON.parse(authorization.meta_info) as JsonObject;
  if (cppoOfferId !== offerId)
    await changeOffer(scope, authorization, 'UPDATE', { metaInfo: { cppoOfferId: offerId } });
  return { [authorization.offer_type === 'CPPO_OUT' ? 'cppoOutOfferId' : 'cppoInOfferId']: authorization.id };
}
