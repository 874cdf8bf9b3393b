import { ensureBuyer, holdBuyers } from '../buyers/index.ts';
import { type AgreementSnapshot, isDirect } from '../marketplaces/index.ts';
import {
  isPrivate,
  lockOffer,
  lockOfferByExternalId,
  type OfferRow,
  takeOverRecords,
} from '../offers/index.ts';
import { printExact } from '../platform/json.ts';
import { enqueue } from '../platform/queue.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { findProduct } from '../products/index.ts';
import { acceptOffer } from './accept-offer.ts';
import { amendEntitlement, isAmended } from './amend.ts';
import { type Derived, deriveEntitlement } from './derive/index.ts';
import { boughtTerm } from './life.ts';
import { fromLife } from './life-rows.ts';
import { initialStatus, observeEntitlement } from './observe.ts';
import { inDueTerm } from './renew.ts';
import { startJob } from './start-job.ts';
import { insertEntitlement, insertTerm, lockByExternalId } from './store.ts';

/**
 * Takes over what a re-read of a marketplace shows of an agreement: offer, entitlement and term change in this one
 * transaction (R40). Repeats change nothing. Readings of one agreement come in order: their jobs share a lane.
 */
export async function applyAgreement(
  scope: OrgTransaction,
  partner: string,
  agreement: AgreementSnapshot,
): Promise<void> {
  await holdBuyers(scope);
  // The offer's lock comes first of the rows, always: two readings of one acceptance take turns here.
  const offer = await lockAgreed(scope, partner, agreement);
  const found = await lockByExternalId(scope, partner, agreement.externalId);
  const known = found && (await inDueTerm(scope, found));
  if (!known) await beginEntitlement(scope, partner, offer, agreement);
  else if (offer && isAmended(known, offer, agreement)) {
    const amended = await amendEntitlement(scope, known, offer, agreement);
    // What is to hold later is not told yet: only where the agreement stands.
    await observeEntitlement(scope, amended ?? known, amended ? agreement : withoutTerms(agreement));
  } else await observeEntitlement(scope, known, agreement);
  if (known && offer && agreement.offer && agreed.includes(offer.status))
    await takeOverRecords(scope, offer, agreement.offer);
}

/** Of one that is accepted only now, the acceptance tells what its marketplace shows. */
const agreed: readonly string[] = ['ACCEPTED', 'USED'];

/** The offer that was accepted: ours, or one that another party made and we know by its marketplace's id. */
function lockAgreed(
  scope: OrgTransaction,
  partner: string,
  { offerKey, externalOfferId }: AgreementSnapshot,
): Promise<OfferRow | undefined> {
  if (offerKey) return lockOffer(scope, offerKey);
  if (externalOfferId) return lockOfferByExternalId(scope, partner, externalOfferId);
  return Promise.resolve(undefined);
}

const withoutTerms = (agreement: AgreementSnapshot): AgreementSnapshot => ({
  ...agreement,
  mirror: {},
  quantity: undefined,
  planId: undefined,
  autoRenew: undefined,
});

/** Nothing tells of the end of a direct sale later: one that is over already begins so. */
const beginsEnded = (scope: OrgTransaction, partner: string | undefined, { endTime }: Derived): boolean =>
  isDirect(partner) && endTime !== null && Date.parse(endTime) <= scope.now.getTime();

export async function beginEntitlement(
  scope: OrgTransaction,
  partner: string | undefined,
  offer: OfferRow | undefined,
  agreement: AgreementSnapshot,
  /** What a seller said of a direct sale: who bought, and until when instead of what the offer says. */
  said: { buyerId?: string; endTime?: string | undefined } = {},
): Promise<string> {
  const productId = offer?.product_id ?? agreement.productId;
  const product = productId ? await findProduct(scope, productId) : undefined;
  const derived = deriveEntitlement({
    partner,
    offer: offer && {
      partner: offer.partner ?? undefined,
      offerType: offer.offer_type,
      productType: offer.product_type ?? undefined,
      endTime: said.endTime ?? offer.end_time ?? undefined,
      info: JSON.parse(offer.info),
      metaInfo: JSON.parse(offer.meta_info),
    },
    agreement,
    product: product && {
      productType: product.product_type ?? undefined,
      info: JSON.parse(product.info),
      metaInfo: JSON.parse(product.meta_info),
    },
  });
  const account = {
    partner: partner ?? '',
    externalId: agreement.externalBuyerId,
    name: agreement.buyerName,
  };
  const buyerId = said.buyerId ?? (await ensureBuyer(scope, account, offer?.buyer_id ?? undefined));
  const ids = { entitlementId: scope.newId('ent'), termId: scope.newId('trm'), buyerId, productId };
  await writeEntitlement(scope, partner, offer, agreement, derived, ids);
  // A public offer stays on sale.
  if (offer && isPrivate(offer.offer_type)) await acceptOffer(scope, offer, agreement, buyerId);
  return ids.entitlementId;
}

type Ids = { entitlementId: string; termId: string; buyerId: string; productId: string | undefined };

async function writeEntitlement(
  scope: OrgTransaction,
  partner: string | undefined,
  offer: OfferRow | undefined,
  agreement: AgreementSnapshot,
  derived: Derived,
  ids: Ids,
): Promise<void> {
  const status = beginsEnded(scope, partner, derived)
    ? 'CANCELLED'
    : initialStatus(scope, agreement, derived.startTime);
  const now = scope.now.toISOString();
  const info = printExact(derived.info);
  const common = {
    organization_id: scope.organizationId,
    offer_id: offer?.id,
    product_id: ids.productId,
    buyer_id: ids.buyerId,
    partner,
    service: offer?.service ?? (partner ? 'MARKETPLACE' : undefined),
    start_time: derived.startTime,
    end_time: derived.endTime,
    creation_time: now,
    last_update_time: now,
  };
  await insertEntitlement(scope, {
    ...common,
    id: ids.entitlementId,
    name: offer?.name ?? undefined,
    type: offer?.offer_type,
    partner_id: offer?.partner_id,
    entitlement_term_id: ids.termId,
    external_id: agreement.externalId,
    external_buyer_id: agreement.externalBuyerId,
    external_product_id: agreement.externalProductId,
    external_status: agreement.externalStatus,
    status,
    quantity: agreement.quantity,
    plan_id: agreement.planId,
    agreed_duration: derived.agreedDuration,
    info,
    meta_info: printExact(derived.metaInfo),
  });
  await insertTerm(scope, {
    ...common,
    ...fromLife(boughtTerm({ start: derived.startTime, end: derived.endTime }, derived.commitAmount)),
    id: ids.termId,
    entitlement_id: ids.entitlementId,
    external_entitlement_id: agreement.externalId,
    info: JSON.stringify({ type: 'Signup' }),
    entitlement_info: info,
    credit_amount: derived.creditAmount,
    reported_amount: '0',
    used_commit_amount: '0',
    used_credit_amount: '0',
  });
  if (status === 'PENDING_START' && !agreement.needsApproval)
    await scope.query(
      enqueue(scope, startJob, { entitlementId: ids.entitlementId }, { at: new Date(derived.startTime) }),
    );
}
