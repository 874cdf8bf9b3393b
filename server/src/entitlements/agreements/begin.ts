import { ensureBuyer } from '../../buyers/index.ts';
import { type AgreementSnapshot, isDirect } from '../../marketplaces/index.ts';
import { acceptOffer, findDefaultOffer, isPrivate, type OfferRow } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { printExact } from '../../platform/records/json.ts';
import { findListing, findProduct, type ProductRow } from '../../products/index.ts';
import { createEntitlement } from '../change/index.ts';
import { type Derived, deriveEntitlement } from '../derive/index.ts';
import { type EntitlementStatus, statusShown } from '../states.ts';
import { beginFirstTerm } from '../terms/index.ts';
import { deriveInput } from './derive-input.ts';
import { startJob } from './start-job.ts';

/** The facts that a seller gave of a direct sale: who bought, and until when instead of what the offer says. */
type Said = { buyerId?: string; endTime?: string | undefined };

/**
 * Makes the entitlement of an agreement, with its first term. A private offer becomes ACCEPTED; a public one stays on sale.
 * @returns its id
 */
export async function beginEntitlement(
  scope: OrgTransaction,
  partner: string | undefined,
  offer: OfferRow | undefined,
  agreement: AgreementSnapshot,
  said: Said = {},
): Promise<string> {
  const { productId, product } = await soldProduct(scope, partner, offer, agreement);
  // An order names the product; its buyer saw the public offer.
  const listed = offer || !partner || !productId ? offer : await findDefaultOffer(scope, partner, productId);
  const agreed = offer && { ...offer, end_time: said.endTime ?? offer.end_time };
  const derived = deriveEntitlement(deriveInput(partner, agreed, agreement, product));
  const account = {
    partner: partner ?? '',
    externalId: agreement.externalBuyerId,
    name: agreement.buyerName,
  };
  const buyerId = said.buyerId ?? (await ensureBuyer(scope, account, offer?.buyer_id ?? undefined));
  const [id, termId] = [scope.newId('ent'), scope.newId('trm')];
  const row = {
    ...entitlementOf(scope, partner, offer, agreement, derived),
    ...(offer ? {} : { offer_id: listed?.id, name: listed?.name ?? product?.name ?? undefined }),
    id,
    entitlement_term_id: termId,
    product_id: productId,
    buyer_id: buyerId,
  };
  await createEntitlement(scope, row);
  await beginFirstTerm(scope, row, termId, derived);
  if (row.status === 'PENDING_START' && !agreement.needsApproval)
    await scope.query(enqueue(scope, startJob, { entitlementId: id }, { at: new Date(derived.startTime) }));
  if (offer && isPrivate(offer.offer_type)) await acceptOffer(scope, offer, agreement, buyerId);
  return id;
}

/** Reads what was sold: the product of the offer, or of the listing that the marketplace names. */
export async function soldProduct(
  scope: OrgTransaction,
  partner: string | undefined,
  offer: Pick<OfferRow, 'product_id'> | undefined,
  { productId, externalProductId }: AgreementSnapshot,
): Promise<{ productId: string | undefined; product: ProductRow | undefined }> {
  const id = offer?.product_id ?? productId;
  if (id) return { productId: id, product: await findProduct(scope, id) };
  const product =
    partner && externalProductId ? await findListing(scope, partner, externalProductId) : undefined;
  return { productId: product?.id, product };
}

/** The columns of the entitlement that offer and agreement decide. */
export function entitlementOf(
  scope: OrgTransaction,
  partner: string | undefined,
  offer: OfferRow | undefined,
  agreement: AgreementSnapshot,
  derived: Derived,
) {
  const now = scope.now.toISOString();
  return {
    organization_id: scope.organizationId,
    name: offer?.name ?? undefined,
    type: offer?.offer_type,
    partner,
    partner_id: offer?.partner_id,
    service: offer?.service ?? (partner ? 'MARKETPLACE' : undefined),
    offer_id: offer?.id,
    external_id: agreement.externalId || undefined,
    revision: agreement.revision,
    external_buyer_id: agreement.externalBuyerId,
    external_product_id: agreement.externalProductId,
    external_status: agreement.externalStatus || undefined,
    status: firstStatus(scope, partner, agreement, derived),
    quantity: agreement.quantity,
    plan_id: agreement.planId,
    agreed_duration: derived.agreedDuration,
    info: printExact(derived.info),
    meta_info: printExact(derived.metaInfo),
    start_time: derived.startTime,
    end_time: derived.endTime,
    creation_time: now,
    last_update_time: now,
  };
}

/** Derives the first status. No job comes for the end of a direct sale that is over already: it begins as over. */
function firstStatus(
  { now }: OrgTransaction,
  partner: string | undefined,
  agreement: AgreementSnapshot,
  { startTime, endTime }: Derived,
): EntitlementStatus {
  const hasEnded = endTime !== null && Date.parse(endTime) <= now.getTime();
  return isDirect(partner) && hasEnded ? 'CANCELLED' : statusShown(agreement, startTime, now);
}
