export { type AddonTemplate, applyAddon } from './addon.ts';
export { changeBilling } from './billing.ts';
export { approve, changeSeats, synchronise } from './marketplace-requests.ts';
export { changeMetaInfo, ignoredMetaInfo } from './meta-info.ts';
export { askErrors, askJob, askJobHandler } from './request-job.ts';
