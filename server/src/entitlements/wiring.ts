import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { Schedule } from '../notifications/index.ts';
import type { Route } from '../platform/http/route.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import type { UpcomingSource } from '../platform/jobs/upcoming.ts';
import { listEntitlementActions } from './actions.ts';
import { addCreditRoute } from './add-credit.ts';
import {
  amendJobHandler,
  awaitAnswerJobHandler,
  awaitJobHandler,
  reconcileJobHandler,
  replacedOfferJobHandler,
  startJobHandler,
} from './agreements/index.ts';
import { type AddonDeps, addonRoutes } from './apply-addon.ts';
import { approveRoute } from './approve.ts';
import { cancelRoute } from './cancel.ts';
import { changeBillingRoute } from './change-billing.ts';
import { changeMetaInfoRoute } from './change-meta-info.ts';
import { changePriceModelRoute, priceModelJobHandler } from './change-price-model.ts';
import { changeSeatsRoute } from './change-seats.ts';
import { createRoute } from './create.ts';
import { deleteTermRoute, type HasUsage } from './delete-term.ts';
import { divideCommitRoute } from './divide-commit.ts';
import { endJobHandler } from './end.ts';
import { endSoonSchedule } from './end-soon.ts';
import { getEntitlement, getTerm, listTerms } from './get.ts';
import { headlessSchedule } from './headless-report.ts';
import { listRoutes } from './list.ts';
import { followRequestJobHandler, requestJobHandler } from './marketplace-request.ts';
import { observeJobHandler } from './observe.ts';
import { followRefundJobHandler, refundJobHandler, refundRoute } from './refund.ts';
import { rejectRoute } from './reject.ts';
import { renameRoute } from './rename.ts';
import { answerJobHandler, answerRoutes, listRequests } from './requests/index.ts';
import type { ChangeDeps } from './response.ts';
import { revokeLinksRoute } from './revoke-links.ts';
import {
  cancelJobHandler,
  scheduleCancellationRoute,
  unscheduleCancellationRoute,
} from './schedule-cancellation.ts';
import { signupRoutes } from './signups.ts';
import { synchronizeRoute } from './synchronize.ts';
import { agreementUpcoming, entitlementUpcoming as ownUpcoming } from './upcoming.ts';
import { withdrawalJobHandler, withdrawCancellationRoute } from './withdraw-cancellation.ts';

export { entitlementReferences } from './buyer-references.ts';
export { entitlementDescription } from './description.ts';
export { findAgreement } from './earlier-agreements.ts';
export { landingRoutes } from './landing-page.ts';
export { entitlementPassages } from './passages.ts';
export { hasLiveEntitlements, hasSold } from './store.ts';

/** All job kinds of entitlements. */
export const entitlementJobs = (registry: AdapterRegistry): AnyJobHandler[] => [
  observeJobHandler(registry),
  reconcileJobHandler(registry),
  startJobHandler,
  amendJobHandler,
  replacedOfferJobHandler,
  awaitJobHandler,
  awaitAnswerJobHandler,
  endJobHandler(registry),
  requestJobHandler(registry),
  followRequestJobHandler(registry),
  withdrawalJobHandler(registry),
  answerJobHandler(registry),
  refundJobHandler(registry),
  followRefundJobHandler(registry),
  cancelJobHandler,
  priceModelJobHandler,
];

/** Schedules of the notices about entitlements. */
export const entitlementSchedules: readonly Schedule[] = [endSoonSchedule, headlessSchedule];

/** Sources of upcoming events of entitlements, for the list of what is due next. */
export const entitlementUpcoming: readonly UpcomingSource[] = [ownUpcoming, agreementUpcoming];

/** The operations on entitlements, in the order of the specification. */
export function entitlementRoutes(deps: AddonDeps & ChangeDeps & { hasUsage: HasUsage }): Route[] {
  const routes = [
    ...listRoutes(deps),
    getEntitlement(deps),
    listTerms,
    getTerm,
    ...addonRoutes(deps),
    createRoute(deps),
    approveRoute(deps),
    rejectRoute(deps),
    cancelRoute(deps),
    unscheduleCancellationRoute(deps),
    synchronizeRoute(deps),
    withdrawCancellationRoute(deps),
    listRequests,
    ...answerRoutes,
    scheduleCancellationRoute(deps),
    changeSeatsRoute(deps),
    refundRoute(deps),
    renameRoute(deps),
    changeMetaInfoRoute,
    changePriceModelRoute(deps),
    changeBillingRoute(deps),
    addCreditRoute,
    divideCommitRoute,
    deleteTermRoute(deps.hasUsage),
    revokeLinksRoute(deps),
    ...signupRoutes(),
  ];
  return [...routes, listEntitlementActions(deps.registry, routes)];
}
