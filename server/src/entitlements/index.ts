export {
  amendJobHandler,
  beginEntitlement,
  findAgreement,
  observeJobHandler,
  startJobHandler,
} from './agreements/index.ts';
export { entitlementReferences } from './change/index.ts';
export type { EntitlementRow } from './columns.ts';
export { encodeEntitlement } from './columns.ts';
export { askJobHandler } from './commands/index.ts';
export { agreedSpan, checkBuyerQuantities, orderFindings } from './derive/index.ts';
export { cancelJobHandler, endJobHandler, endSoonSchedule } from './ends/index.ts';
export { entitlementErrors } from './errors.ts';
export { entitlementRoutes } from './routes/index.ts';
export { headlessSchedule } from './signups/index.ts';
export { hasLiveEntitlements, hasSold, lockEntitlement } from './store.ts';
export { priceModelJobHandler } from './terms/index.ts';
