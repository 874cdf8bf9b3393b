/** The commands on offers, and their preconditions. */
export { rejectOffer, requireOpenOffer, requirePartnersOffer } from './acceptance.ts';
export { offerActions } from './actions.ts';
export {
  type Decision,
  requireApproval,
  requireApprovedSale,
  requireMayChangeSale,
  reviewOffer,
  submitForApproval,
} from './approval.ts';
export { cloneOffer } from './clone.ts';
export { contextOf, type Handling, productTypeOf } from './context.ts';
export { createOffer, repeatOffer } from './create.ts';
export { listPricesJobHandler, repriceJobHandler } from './discount-job.ts';
export { changeDraft, draftIdOf, saveDraft } from './drafts.ts';
export {
  cancelOffer,
  deleteOffer,
  extendOffer,
  requestReconciliation,
  retryOffer,
  updateMetaInfo,
} from './life.ts';
export { linkContact } from './link-contact.ts';
export { recordMailOpened } from './mail-opened.ts';
export { notifyContacts } from './notify.ts';
export { offerQuota } from './quota.ts';
export {
  agreementFindings,
  type FindAgreement,
  type OfferDeps,
  relationFindings,
} from './relations.ts';
export { resolveCreation } from './resolve-creation.ts';
export { lookUp, submission } from './submission.ts';
export { updateOffer } from './update.ts';
export { validateOffer } from './validate.ts';
