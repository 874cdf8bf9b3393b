/** The terms that tile the life of an entitlement: how they begin, change, end, renew and are divided. */
export { amendTerm } from './amend.ts';
export { beginFirstTerm, firstTerm } from './begin.ts';
export { type BilledEntitlement, type BilledTerm, lockForBilling } from './billing.ts';
export { changeRunningTerm } from './change-running.ts';
export { balanced, drawable, keptOf } from './commit-balance.ts';
export { correctOnlyTerm } from './correct.ts';
export { addCredit, keepCreditEntries, requireCreditSold } from './credit.ts';
export { findUndivided, inDueTerm, requireCurrentEntitlement } from './current-term.ts';
export { deleteTerm, divideCommit, type HasUsage, requireDivisible } from './divide.ts';
export { cutShort } from './end.ts';
export { changePriceModel, priceModelJob, priceModelJobHandler, requireRepriceable } from './price-model.ts';
export { addRenewals, renewDirect } from './renew.ts';
export { insertTermsOfPast, selectTerm } from './store.ts';
export {
  addUsedOfTerms,
  type CommitBalance,
  lockForUsage,
  readCommitBalances,
  recordMetered,
  setTermAmounts,
  type UsageCounts,
  type UsageEntitlement,
  type UsageTerm,
  type UsedOfTerm,
} from './usage.ts';
