/**
 * Agreements of buyer and marketplace (or seller): an agreement creates an entitlement, amends it or changes its
 * state.
 */
export { amendJob, amendJobHandler, replacedOfferJobHandler } from './amend.ts';
export { applyAgreement } from './apply.ts';
export { beginEntitlement, startJob, startJobHandler } from './begin.ts';
export { applyWaiting, importAgreements } from './import.ts';
export { applyPurchase, awaitJobHandler, isAheadOfOffer } from './purchase.ts';
export {
  alertOfMissingAgreement,
  compareAgreements,
  heldAgreements,
  reconcileJobHandler,
} from './reconcile.ts';
export { awaitAnswerJobHandler, endRemoved } from './update.ts';
