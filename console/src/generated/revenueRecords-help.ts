/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"listRevenueRecords":{"$query/startDate":"First day, in UTC; by default 30 days before the last day","$query/endDate":"Last day, in UTC; by default today","$query/productId":"Only rows of this product","$query/entitlementId":"Only rows of this entitlement","$query/buyerId":"Only rows of this buyer"}};
