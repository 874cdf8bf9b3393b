export {
  acceptOffer,
  acceptPastOffers,
  isOfPast,
  rejectOffer,
  requireOpenOffer,
  requirePartnersOffer,
  useOffer,
} from './accept.ts';
export { isStillBeingMade } from './adopt.ts';
export { requireApprovedSale, requireMayChangeSale } from './approval.ts';
export { type FindAgreement, productTypeOf } from './checks.ts';
export { encodeOffer, type OfferRow } from './columns.ts';
export { offerErrors, offerSetErrors } from './errors.ts';
export { alertOfMissingOffer, compareOffers, heldOffers, importOffers } from './import.ts';
export { lastMoment } from './jobs.ts';
export { isPrivate } from './kind.ts';
export { applyMirror, lockObserved, observeOffer, observeOffers } from './observe.ts';
export { expediteOfferChange } from './pending-changes.ts';
export { billingFindings, priceFindings } from './prepare/commits.ts';
export { asWarning, unpricedCommits } from './prepare/price.ts';
export { bodyOf } from './prepare/stored.ts';
export { lengthFindings } from './prepare/terms.ts';
export { startOf } from './prepare/times.ts';
export { encodeOfferSet, type OfferSetRow } from './sets/columns.ts';
export { OfferSet } from './sets/records.ts';
export { requireOpenOfferSet } from './sets/store.ts';
export { acceptableDirectly, accepted, type OfferStatus, soonAcceptable, withPartner } from './states.ts';
export {
  findDefaultOffer,
  findOffer,
  findOffersAt,
  lockAgreedOffer,
  lockOffer,
  offerSetOf,
  selectOffer,
} from './store.ts';
