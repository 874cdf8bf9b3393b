/** The one way by which an offer changes: its event, its notices, an approval that is lost, and what is scheduled with it. */
export { changesTermsInMetaInfo } from './approval-terms.ts';
export { changeOffer, insertOffer, saveOffer } from './change.ts';
export { expireJobHandler } from './expire-job.ts';
export { expireSoonSchedule } from './expire-soon.ts';
export { expireJob, expiryOf, lastMoment, scheduleExpiry } from './expiry.ts';
export { followJob } from './follow-set.ts';
export { changeMembers, type MemberChange } from './members.ts';
export { externalSetOf, offerSetOf, withSetId } from './membership.ts';
export { noticeOf, noticesOf, remember } from './notices.ts';
export {
  firstWait,
  nextWait,
  periodicReconciliationJob,
  type Scheduled,
  scheduleBeside,
  scheduledReconciliation,
  scheduleReconciliation,
  type Wait,
} from './reconciliation.ts';
export { dropContact, repointOffers } from './references.ts';
export { cancelSourceJob } from './source-job.ts';
export { unpurchasedSchedule } from './unpurchased.ts';
export { offerUpcoming } from './upcoming.ts';
