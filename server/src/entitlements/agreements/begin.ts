import { z } from 'zod';
import { ensureBuyer } from '../../buyers/index.ts';
import { type AgreementSnapshot, isDirect, traitsOf } from '../../marketplaces/index.ts';
import { acceptOffer, findDefaultOffer, isPrivate, type OfferRow } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { printExact } from '../../platform/records/json.ts';
import { findListing, findProduct, type ProductRow } from '../../products/index.ts';
import { changeEntitlement, createEntitlement } from '../change.ts';
import {
  type DeriveInput,
  deriveEntitlement,
  type EntitlementValues,
  withFirstCharge,
} from '../derive/index.ts';
import { type EntitlementStatus, statusShown } from '../states.ts';
import { lockEntitlement } from '../store.ts';
import { beginFirstTerm } from '../terms/index.ts';

/** The seller’s input for a direct sale: the buyer, and an end that overrides the end of the offer. */
type DirectSaleInput = { buyerId?: string; endTime?: string | undefined };

/**
 * Creates the entitlement of an agreement, with its first term. A private offer becomes ACCEPTED; a public
 * offer stays on sale.
 * @returns the id of the entitlement
 */
export async function beginEntitlement(
  scope: OrgTransaction,
  partner: string | undefined,
  offer: OfferRow | undefined,
  agreement: AgreementSnapshot,
  said: DirectSaleInput = {},
): Promise<string> {
  const { productId, product } = await soldProduct(scope, partner, offer, agreement);
  // An order names only the product, so its offer is the product’s public offer.
  const listed = offer || !partner || !productId ? offer : await findDefaultOffer(scope, partner, productId);
  const agreed = offer && { ...offer, end_time: said.endTime ?? offer.end_time };
  const shown = offer ? agreement : withListedDimensions(agreement, listed);
  const derived = deriveCharged(scope, deriveInput(partner, agreed, shown, product));
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

/** Adds the dimensions of the public offer to the terms, if the marketplace does not return dimensions. */
function withListedDimensions(agreement: AgreementSnapshot, listed: OfferRow | undefined): AgreementSnapshot {
  if (!agreement.hasListedDimensions || !listed) return agreement;
  const { dimensions } = JSON.parse(listed.info) as { dimensions?: unknown };
  return dimensions ? { ...agreement, terms: { dimensions, ...agreement.terms } } : agreement;
}

/** Reads the product that was sold: the product of the offer, or the product of the marketplace’s listing. */
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

/** The columns of an entitlement that come from its offer and agreement. */
export function entitlementOf(
  scope: OrgTransaction,
  partner: string | undefined,
  offer: OfferRow | undefined,
  agreement: AgreementSnapshot,
  derived: EntitlementValues,
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

/**
 * Derives the initial status. A direct sale whose end has passed starts as CANCELLED, because no end job is scheduled
 * for it.
 */
function firstStatus(
  { now }: OrgTransaction,
  partner: string | undefined,
  agreement: AgreementSnapshot,
  { startTime, endTime }: EntitlementValues,
): EntitlementStatus {
  const hasEnded = endTime !== null && Date.parse(endTime) <= now.getTime();
  return isDirect(partner) && hasEnded ? 'CANCELLED' : statusShown(agreement, startTime, now);
}

type Offer = Pick<OfferRow, 'partner' | 'offer_type' | 'product_type' | 'end_time' | 'info' | 'meta_info'>;
type Product = Awaited<ReturnType<typeof findProduct>>;

/** Collects the input for deriving an entitlement: the agreement, and the stored offer and product. */
export const deriveInput = (
  partner: string | null | undefined,
  offer: Offer | undefined,
  agreement: AgreementSnapshot,
  product: Product,
  agreedDays: readonly string[] = [],
): DeriveInput => ({
  partner: partner ?? undefined,
  offer: offer && {
    partner: offer.partner ?? undefined,
    offerType: offer.offer_type,
    productType: offer.product_type ?? undefined,
    endTime: offer.end_time ?? undefined,
    info: JSON.parse(offer.info),
    metaInfo: JSON.parse(offer.meta_info),
  },
  agreement,
  agreedDays,
  product: product && {
    productType: product.product_type ?? undefined,
    info: JSON.parse(product.info),
    metaInfo: JSON.parse(product.meta_info),
  },
});

/**
 * Derives an entitlement, including the gross amount charged by now, so that its first event contains the
 * amount.
 */
export function deriveCharged({ now }: OrgTransaction, input: DeriveInput): EntitlementValues {
  const derived = deriveEntitlement(input);
  if (isDirect(input.partner)) return derived;
  const isMonthly = traitsOf(input.partner).monthlyRates === true;
  return withFirstCharge(derived, { isMonthly, time: now.getTime() });
}

type Payload = { entitlementId: string };

/** Activates an entitlement at its start, by the organization’s clock (R22). */
export const startJob: JobDefinition<Payload> = {
  kind: 'entitlements.start',
  payload: z.object({ entitlementId: z.string() }),
  lane: ({ entitlementId }) => `start:${entitlementId}`,
  retry: backoff({ tries: 20 }),
};

export const startJobHandler: JobHandler<Payload> = {
  definition: startJob,
  run: (job) =>
    job.finish('started, unless it was not pending', async (scope) => {
      const entitlement = await lockEntitlement(scope, job.payload.entitlementId);
      if (entitlement?.status === 'PENDING_START')
        await changeEntitlement(scope, entitlement, 'UPDATE', { status: 'ACTIVE' });
    }),
};
