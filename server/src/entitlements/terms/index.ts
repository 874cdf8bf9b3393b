/** The terms that tile the life of an entitlement: how they begin, change, end, renew and are divided. */
export { amendTerm } from './amend.ts';
export { beginFirstTerm } from './begin.ts';
export { type BilledEntitlement, type BilledTerm, lockForBilling } from './billing.ts';
export { changeRunningTerm } from './change-running.ts';
export { addCredit, keepCreditEntries } from './credit.ts';
export { inDueTerm, requireCurrentEntitlement } from './current-term.ts';
export { deleteTerm, divideCommit, type HasUsage } from './divide.ts';
export { cutShort } from './end.ts';
export { changePriceModel, priceModelJobHandler } from './price-model.ts';
export { addRenewals, renewDirect } from './renew.ts';
export { selectTerm } from './store.ts';
export {
  addUsedOfTerms,
  lockForUsage,
  recordMetered,
  setTermCredit,
  type UsageCounts,
  type UsageEntitlement,
  type UsageTerm,
  type UsedOfTerm,
} from './usage.ts';
