/** What callers ask for beside terms and ends, of the service or of the marketplace. */
export { type AddonTemplate, applyAddon } from './addon.ts';
export { changeBilling } from './billing.ts';
export { approve, changeSeats, requestReconciliation as synchronise } from './marketplace-requests.ts';
export { changeMetaInfo, ignoredMetaInfo } from './meta-info.ts';
export { renameEntitlement } from './rename.ts';
export { requestErrors, requestJob, requestJobHandler } from './request-job.ts';
