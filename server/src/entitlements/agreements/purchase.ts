import { acquireSharedBuyersLock } from '../../buyers/index.ts';
import type { AgreementSnapshot, Purchase } from '../../marketplaces/index.ts';
import { findDefaultOffer } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { findListing } from '../../products/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { lockEntitlement } from '../store.ts';
import { applyAgreement } from './apply.ts';
import { alertUnlessSeen } from './await-job.ts';
import { beginEntitlement } from './begin.ts';
import { acquirePurchaseLock, awaitAgreement, findPurchased } from './purchase-store.ts';

/**
 * Finds what a buyer has bought who comes from the marketplace, or makes it: buyer and entitlement, once, however often the
 * buyer comes. Where the agreement cannot be seen yet, the entitlement is made on the default offer of the product, and
 * corrected in place when it is (R47).
 * @param agreement as the marketplace shows it, where it does
 */
export async function applyPurchase(
  scope: OrgTransaction,
  partner: string,
  purchase: Purchase,
  agreement: AgreementSnapshot | undefined,
): Promise<EntitlementRow> {
  await acquireSharedBuyersLock(scope);
  // Its offer is locked before what a buyer has.
  if (agreement) await applyAgreement(scope, partner, agreement);
  await acquirePurchaseLock(scope, partner, purchase.externalBuyerId);
  const found = await findPurchased(scope, partner, purchase);
  if (found) return found;
  const id = await beginAwaiting(scope, partner, purchase);
  return (await lockEntitlement(scope, id)) as EntitlementRow;
}

async function beginAwaiting(scope: OrgTransaction, partner: string, purchase: Purchase): Promise<string> {
  const { externalProductId } = purchase;
  const product = externalProductId ? await findListing(scope, partner, externalProductId) : undefined;
  const offer = product && (await findDefaultOffer(scope, partner, product.id));
  const id = await beginEntitlement(scope, partner, offer, unseenAgreement(scope, purchase, product?.id));
  await awaitAgreement(scope, id, purchase.externalLicenseId);
  await alertUnlessSeen(scope, id);
  return id;
}

/** The agreement as far as it is known: who bought what. */
const unseenAgreement = (
  scope: OrgTransaction,
  purchase: Purchase,
  productId: string | undefined,
): AgreementSnapshot => ({
  externalId: purchase.externalAgreementId ?? '',
  status: 'ACTIVE',
  externalStatus: '',
  needsApproval: false,
  offerKey: undefined,
  externalOfferId: undefined,
  productId,
  externalProductId: purchase.externalProductId,
  externalBuyerId: purchase.externalBuyerId,
  buyerName: purchase.buyerName,
  acceptedAt: scope.now.toISOString(),
  startTime: scope.now.toISOString(),
  endTime: undefined,
  buyerCommitQuantities: undefined,
  planId: purchase.planId,
  terms: undefined,
  mirror: {},
  billingAccountId: undefined,
});
