/**
 * Beginning, change, end, renewal and division of terms, which cover the duration of an entitlement without
 * gaps.
 */
export { amendTerm, correctOnlyTerm } from './amend.ts';
export { beginFirstTerm, firstTerm } from './begin.ts';
export { type BilledEntitlement, type BilledTerm, lockForBilling } from './billing.ts';
export { changeRunningTerm } from './change-running.ts';
export { balanceCommits, drawable, keptOf } from './commit-balance.ts';
export {
  findUndivided,
  inDueTerm,
  type RequireUndivided,
  requireCurrentEntitlement,
  requireUndivided,
} from './current-term.ts';
export { creditLeft, endNow } from './end.ts';
export { boughtTerm } from './life.ts';
export { addRenewals, lastPeriod, renewDirect } from './renew.ts';
export { currencyOf, fromLife } from './row-conversion.ts';
export {
  changeTerm,
  createTerm,
  type DividedTerm,
  insertTermsOfPast,
  lockTerm,
  removeTerm,
  selectTerm,
} from './store.ts';
export {
  addUsedOfTerms,
  type CommitBalance,
  lockForUsage,
  readCommitBalances,
  recordMetered,
  setTermAmounts,
  type TermIncrements,
  type UsageCounts,
  type UsageEntitlement,
  type UsageTerm,
} from './usage.ts';
