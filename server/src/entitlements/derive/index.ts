/** The derivation of entitlements from agreements: terms, period and amounts. Pure: without database or clock. */
export { agreedEnd, agreedSpan, type Derived, deriveEntitlement } from './entitlement.ts';
export { limitDimensions, offeredFields } from './info.ts';
export type { DeriveInput } from './input.ts';
export { paysLater, pricedPayments, scaledPayments } from './instalments.ts';
export { billingAccount, fieldsFromOffer } from './meta-info.ts';
export { checkBuyerQuantities, orderFindings, quantityFindings, quantityOf } from './quantity.ts';
export { committedIn, type Price, priceOf, withSeats } from './reprice.ts';
export { type Priced, shareOf } from './share.ts';
