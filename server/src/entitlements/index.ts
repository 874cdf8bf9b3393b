import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { Schedule } from '../notifications/index.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { amendJobHandler, observeJobHandler, startJobHandler } from './agreements/index.ts';
import { requestJobHandler } from './commands/index.ts';
import { cancelJobHandler, endJobHandler, endSoonSchedule } from './ends/index.ts';
import { headlessSchedule } from './signups/index.ts';
import { priceModelJobHandler } from './terms/index.ts';

export {
  beginEntitlement,
  directAgreement,
  findAgreement,
  hasLiveEntitlements,
  hasSold,
} from './agreements/index.ts';
export {
  draftJob,
  entitlementReferences,
  hasTestUsage,
  markRevenueRead,
  type RevenueAmounts,
  requireEntitlement,
  scheduleDraft,
  setRevenueAmounts,
  testUsageJob,
} from './change/index.ts';
export { type EntitlementRow, encodeEntitlement } from './columns.ts';
export {
  agreedSpan,
  checkBuyerQuantities,
  Exact,
  orderFindings,
  quantityOf,
  roundTo,
} from './derive/index.ts';
export { entitlementDescription } from './description.ts';
export { endedJob } from './ends/index.ts';
export { entitlementErrors } from './errors.ts';
export { entitlementRoutes } from './routes/index.ts';
export {
  addUsedOfTerms,
  type BilledEntitlement,
  type BilledTerm,
  keepCreditEntries,
  lockForBilling,
  lockForUsage,
  recordMetered,
  selectTerm,
  setTermCredit,
  type UsageCounts,
  type UsageEntitlement,
  type UsageTerm,
  type UsedOfTerm,
} from './terms/index.ts';

/** All kinds of jobs about entitlements. */
export const entitlementJobs = (registry: AdapterRegistry): AnyJobHandler[] => [
  observeJobHandler(registry),
  startJobHandler,
  amendJobHandler,
  endJobHandler(registry),
  requestJobHandler(registry),
  cancelJobHandler,
  priceModelJobHandler,
];

/** The schedules of notices about entitlements. */
export const entitlementSchedules: readonly Schedule[] = [endSoonSchedule, headlessSchedule];
