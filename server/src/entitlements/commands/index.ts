/** The commands beside those on terms and ends: on the entitlement itself, and requests to its marketplace. */
export { type AddonTemplate, applyAddon } from './addon.ts';
export { changeBilling } from './billing.ts';
export { approve, changeSeats, requestReconciliation as synchronise } from './marketplace-requests.ts';
export { changeMetaInfo, ignoredMetaInfo } from './meta-info.ts';
export { renameEntitlement } from './rename.ts';
export { requestErrors, requestJob, requestJobHandler } from './request-job.ts';
