/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getOrganizationConfigInfo":{},"updateOrganizationConfigInfo":{"":"If sandbox.strict is true, the sandbox of a TEST organization rejects an offer without values that its marketplace requires, as in a PROD organization; otherwise it fills these values with a warning. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored."}};
