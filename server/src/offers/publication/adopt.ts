import type { JsonObject, OfferSnapshot } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { changeOffer, expireJob, expiryOf, insertOffer, scheduleReconciliation } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { toUtc, visibilityOf } from '../prepare/index.ts';
import { lockOfferByExternalId } from '../store.ts';

/**
 * Keeps an offer that another party made and that concerns us: an authorization to resell that a vendor grants, or
 * what our reseller offers (R27).
 */
export async function adoptOffer(
  scope: OrgTransaction,
  partner: string,
  snapshot: OfferSnapshot,
): Promise<OfferRow | undefined> {
  const { madeElsewhere: made } = snapshot;
  if (!made || snapshot.status === 'PENDING_CREATE') return undefined;
  // Who else reads it just now waits here, and finds it.
  await scope.query({
    name: 'adopt_offer_in_turn',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('adopt' || chr(10) || $1 || chr(10) || $2 || chr(10) || $3, 0))`,
    values: [scope.organizationId, partner, snapshot.externalId],
  });
  const adopted = await lockOfferByExternalId(scope, partner, snapshot.externalId);
  if (adopted) return adopted;
  const id = scope.newId('ofr');
  const links = await resaleLinks(scope, partner, id, snapshot);
  const now = scope.now.toISOString();
  const { mirror, privateOfferUrl } = snapshot;
  const time = (value: string | undefined) => (value === undefined ? null : toUtc(value));
  const offer = await insertOffer(scope, {
    organization_id: scope.organizationId,
    id,
    name: made.name ?? null,
    partner,
    partner_id: null,
    service: null,
    product_id: made.productId ?? null,
    product_type: null,
    buyer_id: null,
    contact_ids: null,
    offer_type: made.offerType,
    pricing_type: null,
    channel_type: null,
    external_id: snapshot.externalId,
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
      createdBySource: 'MARKETPLACE',
      offerCreationSuccessDate: now,
    }),
    end_time: time(made.endTime),
    expire_time: time(made.expireTime),
    created_by: scope.actor.id,
    last_updated_by: scope.actor.id,
    creation_time: now,
    last_update_time: now,
  });
  await scheduleReconciliation(scope, offer);
  const expiry = expiryOf(offer);
  if (expiry) await scope.query(enqueue(scope, expireJob, expiry.payload, { at: expiry.at }));
  return offer;
}

/** Links an offer and the authorization that it was made from with each other. Answers the offer's part. */
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
