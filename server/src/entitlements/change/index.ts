export { entitlementReferences } from './buyer-references.ts';
export { changeEntitlement, createEntitlement } from './entitlement.ts';
export { modifiedBy, requireDirect, requireMarketplace, requireState } from './preconditions.ts';
export { type CancelPayload, cancelJob, withdrawSchedule } from './scheduled-cancellation.ts';
export { endJob } from './scheduled-end.ts';
