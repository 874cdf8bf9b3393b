/**
 * The ways by which what buyer and marketplace (or seller) agreed on becomes an entitlement, amends it, or is observed
 * of it.
 */
export { amendJobHandler } from './amend.ts';
export { beginEntitlement } from './begin.ts';
export { directAgreement } from './direct-agreement.ts';
export { createDirectSale } from './direct-sale.ts';
export { findAgreement, hasLiveEntitlements, hasSold } from './look-up.ts';
export { observeJobHandler } from './observe-job.ts';
export { startJobHandler } from './start-job.ts';
