import { z } from 'zod';
import { acquireSharedBuyersLock } from '../../buyers/index.ts';
import { type AgreementSnapshot, observeJob, type Purchase } from '../../marketplaces/index.ts';
import { findDefaultOffer, isStillBeingMade } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { findListing } from '../../products/index.ts';
import { changeEntitlement } from '../change.ts';
import type { EntitlementRow } from '../columns.ts';
import { live } from '../states.ts';
import { lockByExternalId, lockEntitlement } from '../store.ts';
import { applyAgreement } from './apply.ts';
import { beginEntitlement } from './begin.ts';
import { acquirePurchaseLock, awaitAgreement, findPurchased } from './purchase-store.ts';

/**
 * Finds or creates buyer and entitlement of a buyer who arrives from the marketplace; repeated visits find the
 * same buyer and entitlement. While the agreement is not visible yet, or the creation of its offer has not ended, the
 * entitlement is created on the product’s default offer and corrected in place later (R47).
 * @param agreement the marketplace’s snapshot, if the agreement is visible already
 */
export async function applyPurchase(
  scope: OrgTransaction,
  partner: string,
  purchase: Purchase,
  agreement: AgreementSnapshot | undefined,
): Promise<EntitlementRow> {
  await acquireSharedBuyersLock(scope);
  const isEarly = agreement !== undefined && (await isAheadOfOffer(scope, partner, agreement));
  // The agreement’s offer is locked before the buyer’s purchases.
  if (agreement && !isEarly) {
    await applyAgreement(scope, partner, agreement);
    // The entitlement is locked now; waiting for the buyer's purchases could deadlock with another visit.
    const applied = await lockByExternalId(scope, partner, agreement.externalId);
    if (applied) return applied;
  }
  await acquirePurchaseLock(scope, partner, purchase.externalBuyerId);
  const found = await findPurchased(scope, partner, purchase);
  if (found) return found;
  const id = await beginAwaiting(scope, partner, purchase);
  // This observation waits until the offer is created.
  if (isEarly)
    await scope.query(
      enqueue(scope, observeJob, { partner, kind: 'AGREEMENT', externalId: agreement.externalId }),
    );
  return (await lockEntitlement(scope, id)) as EntitlementRow;
}

/**
 * Returns whether a buyer has accepted an offer whose creation at the marketplace has not ended: the agreement cannot be
 * assigned to the offer yet.
 */
export const isAheadOfOffer = async (
  scope: OrgTransaction,
  partner: string,
  { offerKey, offer }: Pick<AgreementSnapshot, 'offerKey' | 'offer'>,
): Promise<boolean> => !offerKey && offer !== undefined && isStillBeingMade(scope, partner, offer);

async function beginAwaiting(scope: OrgTransaction, partner: string, purchase: Purchase): Promise<string> {
  const { externalProductId } = purchase;
  const product = externalProductId ? await findListing(scope, partner, externalProductId) : undefined;
  const offer = product && (await findDefaultOffer(scope, partner, product.id));
  const id = await beginEntitlement(scope, partner, offer, unseenAgreement(scope, purchase, product?.id));
  await awaitAgreement(scope, id, purchase.externalLicenseId);
  await alertUnlessSeen(scope, id);
  return id;
}

/** Creates a provisional agreement from the known data: the buyer and the product. */
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

type Payload = { entitlementId: string };

/**
 * Maximum time between the buyer’s arrival and the appearance of the agreement. Marketplaces’ lists and events
 * lag by hours, and the nightly comparison finds missed agreements.
 */
const waitMs = 24 * 3_600_000;

/** Raises an alert if the agreement of a purchase has not appeared in time, by the organization’s clock. */
const awaitJob: JobDefinition<Payload> = {
  kind: 'entitlements.awaitAgreement',
  payload: z.object({ entitlementId: z.string() }),
  lane: ({ entitlementId }) => `await:${entitlementId}`,
  retry: backoff({ tries: 20 }),
};

/**
 * Schedules the alert for a purchase whose agreement has not appeared in time; each entitlement has one such
 * job.
 */
const alertUnlessSeen = async (scope: OrgTransaction, entitlementId: string): Promise<void> => {
  const at = new Date(scope.now.getTime() + waitMs);
  await scope.query(enqueue(scope, awaitJob, { entitlementId }, { at }));
};

export const awaitJobHandler: JobHandler<Payload> = {
  definition: awaitJob,
  run: (job) =>
    job.finish('alert recorded, unless the agreement was seen', async (scope) => {
      const entitlement = await lockEntitlement(scope, job.payload.entitlementId);
      if (entitlement?.awaits_agreement && live.includes(entitlement.status))
        await changeEntitlement(scope, entitlement, 'ABNORMAL_ALERT', { eventChange: 'AGREEMENT_MISSING' });
    }),
};
