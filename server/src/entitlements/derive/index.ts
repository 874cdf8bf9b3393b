/**
 * Derives entitlements from agreements: terms, period and amounts. Pure functions, without database or clock.
 */
export { chargedCommit, hasInstalments, withFirstCharge } from './charged.ts';
export { agreedEnd, agreedSpan, deriveEntitlement, type EntitlementValues } from './entitlement.ts';
export { offeredFields, pricesShown } from './info.ts';
export type { DeriveInput } from './input.ts';
export { paysLater, pricedPayments, scaledPayments } from './instalments.ts';
export { billingAccount, fieldsFromOffer } from './meta-info.ts';
export { checkBuyerQuantities, orderFindings, quantityFindings, quantityOf } from './quantity.ts';
export { committedIn, kindOfChange, type Price, type PriceModel, priceOf, withSeats } from './reprice.ts';
export { type PeriodPrice, shareOf } from './share.ts';
