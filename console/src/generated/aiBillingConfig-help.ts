/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getAiBillingConfig":{},"updateAiBillingConfig":{"":"A spending cap of null means no limit. The service sets the time and reason of a switch-off of AI features; its operator sets the free use. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.","billingEmail":"Address for invoices; when empty, the address of the organization’s creator.","enabled":"Whether AI features are enabled.","monthlySpendingCapCents":"Spending cap per month in cents; null for no limit."}};
