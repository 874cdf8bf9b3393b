export { beginEntitlement } from './agreements.ts';
export { entitlementReferences } from './buyer-references.ts';
export { encodeEntitlement } from './columns.ts';
export { checkBuyerQuantities } from './derive/index.ts';
export { entitlementErrors } from './errors.ts';
export { observeJobHandler } from './observe-job.ts';
export { entitlementRoutes } from './routes.ts';
export { startJobHandler } from './start-job.ts';
export { type EntitlementRow, hasLiveEntitlements, lockEntitlement } from './store.ts';
