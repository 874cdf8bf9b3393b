export { ensureBuyer, holdBuyers } from './accounts.ts';
export { buyerAddresses, contactAddresses } from './addresses.ts';
export { contactRoutes } from './contact-routes.ts';
export { findContacts, holdContact, selectContact } from './contact-store.ts';
export { buyerErrors } from './errors.ts';
export { buyerPagePath, createBuyerPages } from './page-links.ts';
export type { BuyerReferences } from './references.ts';
export { buyerRoutes } from './routes.ts';
export { findBuyer, selectBuyerId } from './store.ts';
