import type { Route } from '../platform/http/route.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { contactRoutes } from './contact-routes.ts';
import { mergeAccountJobHandler } from './merge-job.ts';
import type { BuyerReferences } from './references.ts';
import { type BuyerRouteDeps, buyerRoutes as ownRoutes } from './routes.ts';

export { acquireSharedBuyersLock, ensureBuyer } from './accounts.ts';
export { addressesOfBuyer, buyerAddresses, contactAddresses } from './addresses.ts';
export type { BuyerRow } from './columns.ts';
export { findContacts, lockContactForReference, selectContact } from './contact-store.ts';
export { buyerDescription } from './description.ts';
export { buyerErrors } from './errors.ts';
export { type BuyerPages, buyerPagePath, createBuyerPages } from './page-links.ts';
export { buyerPassages } from './passages.ts';
export { ensureBuyersOfPast } from './past-accounts.ts';
export { providerJob, scheduleProviderSync } from './provider-job-definition.ts';
export type { BuyerReferences } from './references.ts';
export { changePayACustomer, changePaymentConfig, lockBuyer } from './service.ts';
export { findBuyer, findBuyers, selectBuyerId } from './store.ts';

/** Companies that buy, and people at them. */
export const buyerRoutes = (deps: BuyerRouteDeps): Route[] => [...ownRoutes(deps), ...contactRoutes(deps)];

/** All kinds of jobs about buyers. */
export const buyerJobs = (references: readonly BuyerReferences[]): AnyJobHandler[] => [
  mergeAccountJobHandler(references),
];
