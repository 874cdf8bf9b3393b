/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getRevenueReport":{"":"Covers at most 400 days or months, by currency. Refunds of invoiced and disbursed amounts, and the tax of invoiced amounts, are separate fields.","buyerID":"Only this buyer.","endDate":"Last day, in UTC; today by default.","entitlementID":"Only this entitlement.","groupBy":"Period of each record; month by default.","organizationID":"Ignored: the organization of the path is used.","partner":"The marketplace.","productID":"Only this product.","reportType":"The amount.","service":"The marketplace.","startDate":"First day, in UTC; twelve months before the last day by default."}};
