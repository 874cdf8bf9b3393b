/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getOrganizationConfigInfo":{},"updateOrganizationConfigInfo":{"":"Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored."}};
