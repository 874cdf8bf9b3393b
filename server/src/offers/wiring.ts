import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { Schedule } from '../notifications/index.ts';
import type { QuotaDefinition } from '../platform/access/quotas.ts';
import type { Route } from '../platform/http/route.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import type { UpcomingSource } from '../platform/jobs/upcoming.ts';
import { listOfferActions } from './actions.ts';
import { approvalRoutes } from './approve.ts';
import {
  cancelJobHandler,
  cancelOfferRoute,
  cancelSourceJobHandler,
  followCancelJobHandler,
} from './cancel.ts';
import type { OfferDeps } from './checks.ts';
import { cloneOfferRoute } from './clone.ts';
import { createOfferRoute } from './create.ts';
import {
  adoptReplacedJobHandler,
  createJobHandler,
  followCreationJobHandler,
  mergeAgreementsJobHandler,
} from './create-job.ts';
import { deleteOfferRoute } from './delete.ts';
import { documentsJobHandler } from './documents/documents-job.ts';
import type { DocumentDeps } from './documents/obtain.ts';
import { documentRoutes, type PdfDeps } from './documents/routes.ts';
import { createOrUpdateDraftOfferRoute } from './drafts.ts';
import { expireJobHandler, expireSoonSchedule, offerUpcoming as ownUpcoming } from './expire.ts';
import { extendOfferExpiryDateRoute } from './extend.ts';
import { getOfferFormRoute } from './form/read.ts';
import { sendOfferNotificationsRoute } from './notify.ts';
import { getOfferByExternalIdRoute, getOfferRoute, listOffersRoute, listsByOther } from './read.ts';
import {
  periodicReconciliationJobHandler,
  reconciliationJobHandler,
  synchronizeOfferRoute,
} from './reconcile.ts';
import { listPricesJobHandler, repriceJobHandler } from './reprice.ts';
import { resolveCreationRoute } from './resolve-creation.ts';
import { retryOfferRoute } from './retry.ts';
import { cancelOfferSetRoute } from './sets/cancel.ts';
import { createOfferSetRoute } from './sets/create.ts';
import { expireSetJobHandler, followSetJobHandler, offerSetUpcoming } from './sets/follow.ts';
import { getOfferSetRoute, listOfferSetsRoute } from './sets/list.ts';
import {
  addOfferToOfferSetRoute,
  removeOfferFromOfferSetRoute,
  takeOfferOutOfOfferSetRoute,
} from './sets/members.ts';
import { createSetJobHandler, followSetCreationJobHandler, publishOfferSetRoute } from './sets/publish.ts';
import { followSetReleaseJobHandler, releaseSetJobHandler } from './sets/release.ts';
import { deleteOfferSetRoute, updateOfferSetRoute } from './sets/update.ts';
import { countOffers } from './store.ts';
import { unpurchasedSchedule } from './unpurchased.ts';
import { updateOfferMetaInfoRoute, updateOfferRoute } from './update.ts';
import { followUpdateJobHandler, updateJobHandler } from './update-job.ts';
import { validateOfferRoute } from './validate.ts';

export { contactLinkRoutes } from './contacts.ts';
export { offerSweeps } from './creation-store.ts';
export { offerDescription } from './description.ts';
export { type DocumentDeps, obtainDocument } from './documents/obtain.ts';
export { createOfferPdfLinks } from './documents/pdf.ts';
export { recordMailOpened } from './notify.ts';
export { offerPassages } from './passages.ts';
export { offerReferences } from './references.ts';

export type OfferRouteDeps = OfferDeps & PdfDeps;

/** All routes of offers and offer sets, in the order of the API document. */
export function offerRoutes(deps: OfferRouteDeps): Route[] {
  const routes = [
    createOfferRoute(deps),
    listOffersRoute(),
    getOfferFormRoute(),
    getOfferRoute(),
    createOrUpdateDraftOfferRoute(),
    validateOfferRoute(deps),
    ...approvalRoutes(),
    cloneOfferRoute(),
    getOfferByExternalIdRoute(),
    updateOfferMetaInfoRoute(deps),
    retryOfferRoute(deps),
    deleteOfferRoute(),
    updateOfferRoute(deps),
    cancelOfferRoute(),
    extendOfferExpiryDateRoute(deps),
    synchronizeOfferRoute(),
    sendOfferNotificationsRoute(),
    resolveCreationRoute(),
    ...documentRoutes(deps),
    ...listsByOther(),
    ...offerSetRoutes(deps),
  ];
  return [...routes, listOfferActions(deps, routes)];
}

const offerSetRoutes = (deps: OfferDeps): Route[] => [
  listOfferSetsRoute,
  createOfferSetRoute(),
  getOfferSetRoute(),
  updateOfferSetRoute(),
  deleteOfferSetRoute(),
  addOfferToOfferSetRoute(),
  removeOfferFromOfferSetRoute(),
  takeOfferOutOfOfferSetRoute(),
  publishOfferSetRoute(deps),
  cancelOfferSetRoute(),
];

/** All jobs about offers. */
export const offerJobs = (deps: { registry: AdapterRegistry; documents: DocumentDeps }): AnyJobHandler[] => [
  createJobHandler(deps.registry, deps.documents),
  mergeAgreementsJobHandler(deps.registry, deps.documents),
  adoptReplacedJobHandler(deps.registry, deps.documents),
  updateJobHandler(deps.registry, deps.documents),
  documentsJobHandler(deps.documents),
  cancelJobHandler(deps.registry),
  followCreationJobHandler(deps.registry),
  followUpdateJobHandler(deps.registry),
  followCancelJobHandler(deps.registry),
  cancelSourceJobHandler,
  listPricesJobHandler,
  repriceJobHandler(deps.registry),
  reconciliationJobHandler(deps.registry),
  periodicReconciliationJobHandler(deps.registry),
  expireJobHandler,
  followSetJobHandler,
  expireSetJobHandler,
  createSetJobHandler(deps.registry, deps.documents),
  followSetCreationJobHandler(deps.registry, deps.documents),
  releaseSetJobHandler(deps.registry),
  followSetReleaseJobHandler(deps.registry),
];

/** Scheduled notices of offers. */
export const offerSchedules: readonly Schedule[] = [expireSoonSchedule, unpurchasedSchedule];

export const offerQuotas: readonly QuotaDefinition[] = [
  { name: 'offers', description: 'Offers that are not deleted', count: countOffers },
];

/** Upcoming events of offers and their sets. */
export const offerUpcoming: readonly UpcomingSource[] = [ownUpcoming, offerSetUpcoming];
