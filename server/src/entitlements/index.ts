import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { Schedule } from '../notifications/index.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import type { UpcomingSource } from '../platform/jobs/upcoming.ts';
import {
  agreementUpcoming,
  amendJobHandler,
  awaitJobHandler,
  observeJobHandler,
  entitlementUpcoming as ownUpcoming,
  reconcileJobHandler,
  startJobHandler,
} from './agreements/index.ts';
import { followRequestJobHandler, requestJobHandler } from './commands/index.ts';
import { cancelJobHandler, endJobHandler, endSoonSchedule } from './ends/index.ts';
import { headlessSchedule } from './signups/index.ts';
import { priceModelJobHandler } from './terms/index.ts';

export {
  alertOfMissingAgreement,
  applyWaiting,
  beginEntitlement,
  compareAgreements,
  directAgreement,
  type EntitlementDue,
  findAgreement,
  findAgreementsDue,
  hasLiveEntitlements,
  hasSold,
  heldAgreements,
  importAgreements,
} from './agreements/index.ts';
export {
  draftJob,
  entitlementReferences,
  hasTestUsage,
  hastenReconciliations,
  markRevenueRead,
  type RevenueAmounts,
  requireEntitlement,
  scheduleDraft,
  scheduleDrafts,
  setRevenueAmounts,
  testUsageJob,
} from './change/index.ts';
export { type EntitlementRow, encodeEntitlement } from './columns.ts';
export { agreedSpan, checkBuyerQuantities, orderFindings } from './derive/index.ts';
export { entitlementDescription } from './description.ts';
export { currentAgreement } from './earlier-agreements.ts';
export { endedJob } from './ends/index.ts';
export { entitlementErrors } from './errors.ts';
export { type LandingDeps, landingRoutes } from './landing/index.ts';
export { entitlementPassages } from './passages.ts';
export { entitlementRoutes } from './routes/index.ts';
export { live } from './states.ts';
export {
  addUsedOfTerms,
  type BilledEntitlement,
  type BilledTerm,
  balanced,
  type CommitBalance,
  drawable,
  keepCreditEntries,
  keptOf,
  lockForBilling,
  lockForUsage,
  readCommitBalances,
  recordMetered,
  selectTerm,
  setTermAmounts,
  type UsageCounts,
  type UsageEntitlement,
  type UsageTerm,
  type UsedOfTerm,
} from './terms/index.ts';

/** All kinds of jobs about entitlements. */
export const entitlementJobs = (registry: AdapterRegistry): AnyJobHandler[] => [
  observeJobHandler(registry),
  reconcileJobHandler(registry),
  startJobHandler,
  amendJobHandler,
  awaitJobHandler,
  endJobHandler(registry),
  requestJobHandler(registry),
  followRequestJobHandler(registry),
  cancelJobHandler,
  priceModelJobHandler,
];

/** The schedules of notices about entitlements. */
export const entitlementSchedules: readonly Schedule[] = [endSoonSchedule, headlessSchedule];

/** What falls due of entitlements. */
export const entitlementUpcoming: readonly UpcomingSource[] = [ownUpcoming, agreementUpcoming];
