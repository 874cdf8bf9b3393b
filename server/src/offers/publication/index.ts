/** All that passes between an offer and its marketplace: created, changed, taken back, read again, observed. */
export { acceptOffer } from './accept.ts';
export { adoptReplacedJobHandler } from './adopt-replaced-job.ts';
export { findNamed } from './basis.ts';
export { cancelJob, cancelJobHandler, takeBack } from './cancel-job.ts';
export { cancelSourceJobHandler } from './cancel-source-job.ts';
export { createJobHandler } from './create-job.ts';
export { type BeforeCreation, creationJob, enqueueCreation, subjectOf } from './creation-jobs.ts';
export { mergeAgreementsJobHandler } from './merge-agreements-job.ts';
export { applyMirror, lockObserved, observeOffer } from './observe.ts';
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
export { updateJob, updateJobHandler } from './update-job.ts';
