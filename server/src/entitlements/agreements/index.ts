export { amendJobHandler } from './amend.ts';
export { beginEntitlement } from './begin.ts';
export { createDirectSale } from './direct-sale.ts';
export { findAgreement } from './look-up.ts';
export { observeJobHandler } from './observe-job.ts';
export { startJobHandler } from './start-job.ts';
