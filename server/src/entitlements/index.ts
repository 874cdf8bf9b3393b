export { keepCreditEntries } from './add-credit.ts';
export {
  alertOfMissingAgreement,
  applyWaiting,
  beginEntitlement,
  compareAgreements,
  heldAgreements,
  importAgreements,
} from './agreements/index.ts';
export { type AddonCharge, type AddonPayload, addonJob } from './apply-addon.ts';
export { markRevenueRead, type RevenueAmounts, setRevenueAmounts, warnOfUnchargedAddon } from './change.ts';
export { type EntitlementRow, encodeEntitlement } from './columns.ts';
export { directAgreement } from './create.ts';
export { cancelDateOf } from './dates.ts';
export {
  agreedSpan,
  chargedCommit,
  checkBuyerQuantities,
  hasInstalments,
  orderFindings,
} from './derive/index.ts';
export { currentAgreement } from './earlier-agreements.ts';
export { entitlementErrors } from './errors.ts';
export { findSignupPurchase, type SignupForm, type SignupPurchase, signUp } from './hosted-signup.ts';
export {
  chargedJob,
  draftJob,
  endedJob,
  expediteReconciliations,
  hasTestUsage,
  scheduleChargedUsage,
  scheduleDraft,
  scheduleDrafts,
  testUsageJob,
} from './jobs.ts';
export type { LandingDeps } from './landing-page.ts';
export { createEntitlementPages, type EntitlementPages, entitlementPagePath } from './page-links.ts';
export { requireEntitlement } from './preconditions.ts';
export { createSignupLinks, type SignupLinkDeps, type SignupLinks, signupPagePath } from './signup-links.ts';
export { live } from './states.ts';
export {
  addUsedOfTerms,
  type BilledEntitlement,
  type BilledTerm,
  balanceCommits,
  type CommitBalance,
  drawable,
  keptOf,
  lockForBilling,
  lockForUsage,
  readCommitBalances,
  recordMetered,
  selectTerm,
  setTermAmounts,
  type TermIncrements,
  type UsageCounts,
  type UsageEntitlement,
  type UsageTerm,
} from './terms/index.ts';
export { type EntitlementDue, findAgreementsDue } from './upcoming.ts';
