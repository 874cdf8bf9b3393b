import type { Route } from '../platform/http/route.ts';
import { contactRoutes } from './contact-routes.ts';
import { type BuyerRouteDeps, buyerRoutes as ownRoutes } from './routes.ts';

export { acquireSharedBuyersLock, ensureBuyer } from './accounts.ts';
export { addressesOfBuyer, buyerAddresses, contactAddresses } from './addresses.ts';
export type { BuyerRow } from './columns.ts';
export { findContacts, lockContactForReference, selectContact } from './contact-store.ts';
export { buyerDescription } from './description.ts';
export { buyerErrors } from './errors.ts';
export { type BuyerPages, buyerPagePath, createBuyerPages } from './page-links.ts';
export type { BuyerReferences } from './references.ts';
export { changePaymentConfig, lockBuyer } from './service.ts';
export { findBuyer, selectBuyerId } from './store.ts';

/** Companies that buy, and people at them. */
export const buyerRoutes = (deps: BuyerRouteDeps): Route[] => [...ownRoutes(deps), ...contactRoutes(deps)];
