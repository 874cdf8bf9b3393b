/** All that passes between an offer and its marketplace: created, changed, taken back, read again, observed. */
export { acceptOffer } from './accept.ts';
export { isStillBeingMade } from './adopt.ts';
export { adoptReplacedJobHandler } from './adopt-replaced-job.ts';
export { findNamed } from './basis.ts';
export { cancelJob, cancelJobHandler, followCancelJobHandler, takeBack } from './cancel-job.ts';
export { cancelSourceJobHandler } from './cancel-source-job.ts';
export { createJobHandler } from './create-job.ts';
export { type BeforeCreation, creationJob, enqueueCreation, subjectOf } from './creation-jobs.ts';
export { followCreationJobHandler } from './follow-creation-job.ts';
export { mergeAgreementsJobHandler } from './merge-agreements-job.ts';
export { alertOfMissingOffer, heldOffers } from './missing-offers.ts';
export { applyMirror, lockObserved, observeOffer } from './observe.ts';
export { observeOffers } from './observe-together.ts';
export { acceptPastOffers, isOfPast } from './past-acceptance.ts';
export { compareOffers, importOffers } from './past-offers.ts';
export { periodicReconciliationJobHandler } from './periodic-reconciliation-job.ts';
export { reconciliationJob, reconciliationJobHandler } from './reconciliation-job.ts';
export {
  type Asked,
  findReplaced,
  lookUpReplaced,
  missingReplaced,
  readReplaced,
  replacedNotReached,
  unknownReplaced,
} from './replaced.ts';
export { refusalsOf, requireFeatures, type Specified, specify } from './specification.ts';
export { forgetMade, hastenOfferChange, isCreationLost, lockMade } from './under-way.ts';
export { followUpdateJobHandler, updateJob, updateJobHandler } from './update-job.ts';
