/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getPrivateOfferConfigInfo":{},"updatePrivateOfferConfigInfo":{"":"If requireApproval is true, a private offer must be approved before it is published; see submitForApproval. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored."}};
