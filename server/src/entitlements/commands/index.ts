/** The commands beside those on terms and ends: on the entitlement itself, and requests to its marketplace. */
export { type AddonTemplate, applyAddon, requireAddonsSold } from './addon.ts';
export { changeBilling } from './billing.ts';
export {
  approve,
  changeSeats,
  requestReconciliation as synchronise,
  requireApprovable,
  requireReconcilable,
  requireSeats,
} from './marketplace-requests.ts';
export { changeMetaInfo, ignoredMetaInfo } from './meta-info.ts';
export { renameEntitlement } from './rename.ts';
export {
  followRequestJobHandler,
  requestErrors,
  requestJob,
  requestJobHandler,
} from './request-job.ts';
export { hastenEntitlementChange } from './under-way.ts';
