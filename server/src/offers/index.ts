export { encodeOffer } from './columns.ts';
export { createJobHandler } from './create-job.ts';
export { offerErrors } from './errors.ts';
export { observeOffer } from './observe.ts';
export { commitFindings, isPrivate, normalizeCrmId, startsOnDate } from './prepare/index.ts';
export { offerRoutes } from './routes.ts';
export { mayMove, offerObservations } from './states.ts';
export { changeOffer, findOffer, lockOffer, type OfferRow, selectOffer } from './store.ts';
