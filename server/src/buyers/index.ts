export { buyerErrors } from './errors.ts';
export { type BuyerRow, ensureBuyer, findBuyer, findContacts, selectBuyerId } from './store.ts';
