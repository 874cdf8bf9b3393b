import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { Schedule } from '../notifications/index.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import type { UpcomingSource } from '../platform/jobs/upcoming.ts';
import {
  expireJobHandler,
  expireSoonSchedule,
  offerUpcoming as ownUpcoming,
  unpurchasedSchedule,
} from './change/index.ts';
import { listPricesJobHandler, offerQuota, repriceJobHandler } from './commands/index.ts';
import { type DocumentDeps, documentsJobHandler } from './documents/index.ts';
import {
  adoptReplacedJobHandler,
  cancelJobHandler,
  cancelSourceJobHandler,
  createJobHandler,
  followCancelJobHandler,
  followCreationJobHandler,
  followUpdateJobHandler,
  mergeAgreementsJobHandler,
  periodicReconciliationJobHandler,
  reconciliationJobHandler,
  updateJobHandler,
} from './publication/index.ts';
import {
  createSetJobHandler,
  expireSetJobHandler,
  followSetCreationJobHandler,
  followSetJobHandler,
  followSetReleaseJobHandler,
  offerSetUpcoming,
  releaseSetJobHandler,
} from './sets/index.ts';

export { lastMoment, offerSetOf } from './change/index.ts';
export { encodeOffer, type OfferRow } from './columns.ts';
export {
  type FindAgreement,
  productTypeOf,
  recordMailOpened,
  rejectOffer,
  requireApprovedSale,
  requireMayChangeSale,
  requireOpenOffer,
  requirePartnersOffer,
} from './commands/index.ts';
export { offerSweeps } from './creation-store.ts';
export { offerDescription } from './description.ts';
export {
  createOfferPdfLinks,
  type DocumentDeps,
  findOfferForBuyer,
  type OfferForBuyer,
  obtainDocument,
} from './documents/index.ts';
export { offerErrors } from './errors.ts';
export { offerPassages } from './passages.ts';
export {
  asWarning,
  billingFindings,
  bodyOf,
  lengthFindings,
  priceFindings,
  startOf,
  unpricedCommits,
} from './prepare/index.ts';
export {
  acceptOffer,
  acceptPastOffers,
  alertOfMissingOffer,
  applyMirror,
  compareOffers,
  hastenOfferChange,
  heldOffers,
  importOffers,
  isOfPast,
  isStillBeingMade,
  lockObserved,
  observeOffer,
  observeOffers,
} from './publication/index.ts';
export { contactLinkRoutes, type OfferRouteDeps, offerRoutes } from './routes/index.ts';
export { isPrivate } from './row-conversion.ts';
export {
  encodeOfferSet,
  OfferSet,
  type OfferSetRow,
  offerReferences,
  offerSetErrors,
  requireOpenOfferSet,
} from './sets/index.ts';
export { acceptableDirectly, accepted, type OfferStatus, soonAcceptable, withPartner } from './states.ts';
export {
  findDefaultOffer,
  findOffer,
  findOffersAt,
  lockAgreedOffer,
  lockOffer,
  selectOffer,
} from './store.ts';

/** All kinds of jobs about offers. */
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

/** The notices of offers that time brings. */
export const offerSchedules: readonly Schedule[] = [expireSoonSchedule, unpurchasedSchedule];

export const offerQuotas = [offerQuota];

/** What falls due of offers and their sets. */
export const offerUpcoming: readonly UpcomingSource[] = [ownUpcoming, offerSetUpcoming];
