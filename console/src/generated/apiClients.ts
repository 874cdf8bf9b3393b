/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const IdentityApiClient: OperationField[] = [{name:"name",kind:"text"},{name:"description",kind:"text"},{name:"role",kind:"text"},{name:"channelPartnerId",kind:"channelPartner"},{name:"type",kind:"choice",options:["BEARER_TOKEN","API_KEY"]}];
const RotateSecretParams: OperationField[] = [{name:"overlapHours",kind:"whole"}];
const ApiClientOrganizationParams: OperationField[] = [{name:"organizationID",kind:"text"},{name:"role",kind:"text"}];

export const createApiClient: Operation = {id:"createApiClient",group:"apiClients",method:"create",verb:"POST",title:"Create an API client",permission:"clients:write",params:[],body:"record",fields:IdentityApiClient,query:[{name:"type",kind:"choice",options:["BEARER_TOKEN","API_KEY"]}]};
export const listApiClients: Operation = {id:"listApiClients",group:"apiClients",method:"list",verb:"GET",title:"List the API clients that may act in the organization",permission:"clients:read",params:[],query:[{name:"search",kind:"text"},{name:"from",kind:"time"},{name:"to",kind:"time"}],isPaged:true};
export const getApiClient: Operation = {id:"getApiClient",group:"apiClients",method:"get",verb:"GET",title:"Get an API client",permission:"clients:read",params:["apiClientId"]};
export const updateApiClient: Operation = {id:"updateApiClient",group:"apiClients",method:"update",verb:"PATCH",title:"Change the name, the description or the role of an API client",permission:"clients:write",params:["apiClientId"],body:"record",fields:IdentityApiClient,hasTag:true};
export const deleteApiClient: Operation = {id:"deleteApiClient",group:"apiClients",method:"delete",verb:"DELETE",title:"Delete an API client",permission:"clients:write",params:["apiClientId"],hasTag:true};
export const rotateApiClientSecret: Operation = {id:"rotateApiClientSecret",group:"apiClients",method:"rotateSecret",verb:"POST",title:"Replace the secret of an API client",permission:"clients:write",params:["apiClientId"],body:"record",isBodyOptional:true,fields:RotateSecretParams};
export const allowApiClientInOrganization: Operation = {id:"allowApiClientInOrganization",group:"apiClients",method:"allowInOrganization",verb:"POST",title:"Allow an API client in another organization",permission:"clients:write",params:["apiClientId"],body:"record",fields:ApiClientOrganizationParams};
export const disallowApiClientInOrganization: Operation = {id:"disallowApiClientInOrganization",group:"apiClients",method:"disallowInOrganization",verb:"DELETE",title:"Remove an API client from an organization",permission:"clients:write",params:["apiClientId","otherOrgId"]};
