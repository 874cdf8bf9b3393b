/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const SSOConfigInfo: OperationField[] = [];

export const getSsoConfigInfo: Operation = {id:"getSsoConfigInfo",group:"ssoConfigInfo",method:"get",verb:"GET",title:"Get single sign-on",permission:"organization:read",params:[]};
export const updateSsoConfigInfo: Operation = {id:"updateSsoConfigInfo",group:"ssoConfigInfo",method:"update",verb:"PATCH",title:"Change single sign-on",help:"Sign-in through an external OpenID provider: enabled, issuer (its https address), clientID, clientSecret (masked when read), defaultRole (for people at their first sign-in; VIEWER when unset). Other fields are stored unchanged. When the provider is disabled or replaced, the sessions that it opened end, except the caller’s own. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.",permission:"organization:write",params:[],body:"record",fields:SSOConfigInfo,hasTag:true};
