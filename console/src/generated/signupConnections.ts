/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listSignupConnections: Operation = {id:"listSignupConnections",group:"signupConnections",method:"list",verb:"GET",title:"List sign-ups",permission:"entitlements:read",params:[],query:[{name:"entitlementId",kind:"entitlement"}],isPaged:true};
