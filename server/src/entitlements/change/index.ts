/** The one way by which an entitlement changes: what must hold before, its row, its event, what it schedules. */
export { entitlementReferences } from './buyer-references.ts';
export { changeEntitlement, createEntitlement } from './entitlement.ts';
export {
  requireDirect,
  requireEntitlement,
  requireMarketplace,
  requireState,
} from './preconditions.ts';
export { markRevenueRead, type RevenueAmounts, setRevenueAmounts } from './revenue-amounts.ts';
export { draftJob, scheduleDraft, scheduleDrafts } from './scheduled-billing.ts';
export { type CancelPayload, cancelJob, withdrawCancellation } from './scheduled-cancellation.ts';
export { endJob } from './scheduled-end.ts';
export {
  hastenReconciliations,
  nextReconciliation,
  type ReconciliationWait,
  reconciliationJob,
} from './scheduled-reconciliation.ts';
export { hasTestUsage, testUsageJob } from './scheduled-test-usage.ts';
export { warnOfIgnored } from './warnings.ts';
