export { requireApprovedSale, requireMayChangeSale } from './approval.ts';
export { cancelJobHandler as cancelOfferJobHandler } from './cancel-job.ts';
export { changeOffer } from './change.ts';
export type { OfferRow } from './columns.ts';
export { encodeOffer } from './columns.ts';
export { createJobHandler } from './create-job.ts';
export { listPricesJobHandler, repriceJobHandler } from './discount-job.ts';
export { documentsJobHandler } from './documents/documents-job.ts';
export { findOfferForBuyer, type OfferForBuyer } from './documents/for-buyer.ts';
export { createOfferPdfLinks } from './documents/links.ts';
export type { DocumentDeps } from './documents/obtain.ts';
export { offerErrors } from './errors.ts';
export { expireJobHandler } from './expire-job.ts';
export { expireSoonSchedule } from './expire-soon.ts';
export { lastMoment } from './expiry.ts';
export { offerSetOf } from './membership.ts';
export { marketplaceInfo, observeOffer, takeOverRecords } from './observe.ts';
export { recordMailOpened } from './opened.ts';
export {
  billingFindings,
  bodyOf,
  isPrivate,
  lengthFindings,
  normalizeCrmId,
  priceFindings,
  startOf,
} from './prepare/index.ts';
export { productTypeOf } from './product-type.ts';
export { offerQuota } from './quota.ts';
export type { FindAgreement, KnownAgreement } from './relations.ts';
export { rereadJobHandler } from './reread-job.ts';
export { contactLinkRoutes } from './routes/contacts.ts';
export { type OfferRouteDeps, offerRoutes } from './routes.ts';
export * from './sets/index.ts';
export { cancelSourceJobHandler } from './source.ts';
export { mayMove, offerObservations } from './states.ts';
export { findOffer, lockOffer, lockOfferByExternalId, lockOffers, selectOffer } from './store.ts';
export { syncJobHandler } from './sync-job.ts';
export { unpurchasedSchedule } from './unpurchased.ts';
export { updateJobHandler as updateOfferJobHandler } from './update-job.ts';
