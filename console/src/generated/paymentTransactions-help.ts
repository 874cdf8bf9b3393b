/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"listPaymentTransactions":{"$query/buyerId":"Only transactions of this buyer","$query/entitlementId":"Only transactions of this entitlement","$query/invoiceId":"Only transactions of this invoice","$query/status":"Only transactions with this status","$query/type":"Only transactions of this type"},"listRefundOfPaymentTransaction":{}};
