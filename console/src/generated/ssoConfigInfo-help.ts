/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Helps } from '../ui/operation/helps.ts';

export const helps: Helps = {"getSsoConfigInfo":{},"updateSsoConfigInfo":{"":"Sign-in through an external OpenID provider: enabled, issuer (its https address), clientID, clientSecret (masked when read), defaultRole (for people at their first sign-in; VIEWER when unset). Other fields are stored unchanged. When the provider is disabled or replaced, the sessions that it opened end, except the caller’s own. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored."}};
