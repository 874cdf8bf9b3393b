export { type BuyerRow, ensureBuyer, findBuyer, findContacts } from './store.ts';
