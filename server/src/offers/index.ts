export {
  changeOffer,
  expireJobHandler,
  expireSoonSchedule,
  lastMoment,
  offerSetOf,
  unpurchasedSchedule,
} from './change/index.ts';
export type { OfferRow } from './columns.ts';
export { encodeOffer } from './columns.ts';
export type { FindAgreement, KnownAgreement } from './commands/index.ts';
export {
  listPricesJobHandler,
  offerQuota,
  productTypeOf,
  recordMailOpened,
  repriceJobHandler,
  requireApprovedSale,
  requireMayChangeSale,
} from './commands/index.ts';
export type { DocumentDeps } from './documents/index.ts';
export {
  createOfferPdfLinks,
  documentsJobHandler,
  findOfferForBuyer,
  type OfferForBuyer,
} from './documents/index.ts';
export { offerErrors } from './errors.ts';
export {
  billingFindings,
  bodyOf,
  isPrivate,
  lengthFindings,
  normalizeCrmId,
  priceFindings,
  startOf,
} from './prepare/index.ts';
export {
  cancelJobHandler as cancelOfferJobHandler,
  cancelSourceJobHandler,
  createJobHandler,
  marketplaceInfo,
  observeOffer,
  rereadJobHandler,
  syncJobHandler,
  takeOverRecords,
  updateJobHandler as updateOfferJobHandler,
} from './publication/index.ts';
export { contactLinkRoutes, type OfferRouteDeps, offerRoutes } from './routes/index.ts';
export * from './sets/index.ts';
export { mayMove, offerObservations } from './states.ts';
export { findOffer, lockOffer, lockOfferByExternalId, lockOffers, selectOffer } from './store.ts';
export { sweepOffers } from './sweeps.ts';
