/** Offers to one buyer that are published and accepted together. */
export { offerReferences } from './buyer-references.ts';
export { encodeOfferSet, type OfferSetRow } from './columns.ts';
export { createSetJobHandler, followSetCreationJobHandler } from './create-job.ts';
export { offerSetErrors } from './errors.ts';
export {
  expireJobHandler as expireSetJobHandler,
  followJobHandler as followSetJobHandler,
} from './follow.ts';
export { OfferSet } from './records.ts';
export { followSetReleaseJobHandler, releaseSetJobHandler } from './release-job.ts';
export { offerSetRoutes } from './routes.ts';
export { leaveSet, requireOpenOfferSet } from './service.ts';
export { lockOfferSet } from './store.ts';
export { offerSetUpcoming } from './upcoming.ts';
