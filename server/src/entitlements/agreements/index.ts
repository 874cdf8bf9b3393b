/**
 * The ways by which what buyer and marketplace (or seller) agreed on becomes an entitlement, amends it, or is observed
 * of it.
 */
export { amendJobHandler } from './amend.ts';
export { awaitJobHandler } from './await-job.ts';
export { beginEntitlement } from './begin.ts';
export { compareAgreements } from './compare.ts';
export { directAgreement } from './direct-agreement.ts';
export { createDirectSale } from './direct-sale.ts';
export { findAgreement, hasLiveEntitlements, hasSold } from './look-up.ts';
export { alertOfMissingAgreement, heldAgreements } from './missing-agreements.ts';
export { observeJobHandler, readAgreement } from './observe-job.ts';
export { applyWaiting, importAgreements } from './past-agreements.ts';
export { applyPurchase } from './purchase.ts';
export { reconcileJobHandler } from './reconcile-job.ts';
export { startJobHandler } from './start-job.ts';
export {
  agreementUpcoming,
  type EntitlementDue,
  entitlementUpcoming,
  findAgreementsDue,
} from './upcoming.ts';
