import { ensureBuyer, findBuyer, holdBuyers } from '../buyers/index.ts';
import { type AgreementSnapshot, isDirect, type JsonObject } from '../marketplaces/index.ts';
import {
  changeOffer,
  isPrivate,
  lockOffer,
  mayMove,
  type OfferRow,
  offerObservations,
} from '../offers/index.ts';
import { printExact } from '../platform/json.ts';
import { enqueue } from '../platform/queue.ts';
import type { OrgTransaction } from '../platform/scope.ts';
import { findProduct } from '../products/index.ts';
import { takeOverSeats } from './change-term.ts';
import { billingAccount, type Derived, deriveEntitlement } from './derive/index.ts';
import { startJob } from './start-job.ts';
import { actionOfMove, entitlementMoves } from './states.ts';
import {
  changeEntitlement,
  type EntitlementRow,
  insertEntitlement,
  insertTerm,
  lockByExternalId,
  tellsNew,
} from './store.ts';

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
  const offer = agreement.offerKey ? await lockOffer(scope, agreement.offerKey) : undefined;
  const known = await lockByExternalId(scope, partner, agreement.externalId);
  if (known) await observeEntitlement(scope, known, agreement);
  else await beginEntitlement(scope, partner, offer, agreement);
}

/** Where an entitlement stands when it begins: the marketplace's word, but nothing starts before its time (R22). */
function initialStatus(scope: OrgTransaction, agreement: AgreementSnapshot, startTime: string): string {
  if (agreement.status !== 'ACTIVE') return agreement.status;
  return Date.parse(startTime) > scope.now.getTime() ? 'PENDING_START' : 'ACTIVE';
}

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
    info,
    meta_info: printExact(derived.metaInfo),
  });
  await insertTerm(scope, {
    ...common,
    id: ids.termId,
    entitlement_id: ids.entitlementId,
    external_entitlement_id: agreement.externalId,
    info: JSON.stringify({ type: 'Signup' }),
    entitlement_info: info,
    commit_amount: derived.commitAmount,
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

async function acceptOffer(
  scope: OrgTransaction,
  offer: OfferRow,
  agreement: AgreementSnapshot,
  buyerId: string,
): Promise<void> {
  const impossible = !mayMove(offerObservations, offer.status, 'ACCEPTED');
  const metaInfo: JsonObject = { offerAcceptDate: agreement.acceptedAt };
  if (agreement.buyerCommitQuantities) metaInfo.buyerCommitQuantities = agreement.buyerCommitQuantities;
  await changeOffer(scope, offer, impossible ? 'ABNORMAL_ALERT' : 'ACCEPT', {
    status: 'ACCEPTED',
    ...(agreement.externalOfferId ? { externalId: agreement.externalOfferId } : {}),
    ...((await standsFor(scope, offer.buyer_id, buyerId)) ? { buyerId } : {}),
    metaInfo,
    removeMetaInfo: ['nextCreateRetryAt'],
  });
}

/** True when the offer names no buyer, or one that became part of the buyer who accepted. */
async function standsFor(scope: OrgTransaction, named: string | null, buyerId: string): Promise<boolean> {
  if (named === null || named === buyerId) return named === null;
  return (await findBuyer(scope, named))?.id === buyerId;
}

/** A later reading of an agreement that is known already. */
async function observeEntitlement(
  scope: OrgTransaction,
  known: EntitlementRow,
  agreement: AgreementSnapshot,
): Promise<void> {
  const start = known.start_time ?? agreement.startTime;
  const status = initialStatus(scope, agreement, start);
  if (status === known.status) {
    const changed = await refresh(scope, known, agreement);
    if (changed && status === 'PENDING_START') await owesStart(scope, known.id, agreement, start);
    return;
  }
  if (!entitlementMoves[known.status]?.includes(status)) {
    // The entitlement keeps its own state; the alert's snapshot shows what the marketplace said.
    await changeEntitlement(scope, known, 'ABNORMAL_ALERT', { externalStatus: agreement.externalStatus });
    return;
  }
  await changeEntitlement(scope, known, actionOfMove(known.status, status), {
    status,
    ...observed(known, agreement),
  });
  if (status === 'PENDING_START') await owesStart(scope, known.id, agreement, start);
}

/** A start that may come; one that was owed before as well finds nothing to do. */
async function owesStart(
  scope: OrgTransaction,
  entitlementId: string,
  { needsApproval }: AgreementSnapshot,
  start: string,
): Promise<void> {
  if (!needsApproval) await scope.query(enqueue(scope, startJob, { entitlementId }, { at: new Date(start) }));
}

/** Takes over what changed at the marketplace without a move: its records, its word for the state, the quantity. */
async function refresh(
  scope: OrgTransaction,
  known: EntitlementRow,
  agreement: AgreementSnapshot,
): Promise<boolean> {
  const { quantity, mirror } = agreement;
  const change = observed(known, agreement);
  const isOther = quantity !== undefined && known.quantity !== null && quantity !== known.quantity;
  // One that does not run cannot be changed; it is taken over when it runs again.
  if (isOther && known.status === 'ACTIVE') {
    const { externalStatus, metaInfo } = change;
    await takeOverSeats(scope, known, quantity, { mirror, also: { externalStatus, metaInfo } });
    return true;
  }
  const changed = await tellsNew(scope, known.id, change);
  if (changed) await changeEntitlement(scope, known, 'UPDATE', change);
  return changed;
}

const observed = (known: EntitlementRow, agreement: AgreementSnapshot) => ({
  externalStatus: agreement.externalStatus,
  info: printExact(agreement.mirror),
  metaInfo: billingAccount(known.partner ?? undefined, agreement.billingAccountId),
  quantity: known.quantity === null ? agreement.quantity : undefined,
});
