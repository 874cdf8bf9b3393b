/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const CreateOrganizationParams: OperationField[] = [{name:"name",kind:"text",isRequired:true},{name:"description",kind:"text"},{name:"website",kind:"text"},{name:"emailDomain",kind:"text"},{name:"type",kind:"text"},{name:"environment",kind:"choice",options:["TEST","PROD"]}];
const UpdateOrganizationParams: OperationField[] = [{name:"name",kind:"text"},{name:"description",kind:"text"},{name:"website",kind:"text"},{name:"emailDomain",kind:"text"},{name:"type",kind:"text"},{name:"allowedAuthMethods",kind:"choices",options:["PASSWORD","SSO"]},{name:"requireSecondFactor",kind:"flag"}];

export const listOrganizations: Operation = {id:"listOrganizations",group:"organizations",method:"list",verb:"GET",title:"List the caller’s organizations",params:[]};
export const createOrganization: Operation = {id:"createOrganization",group:"organizations",method:"create",verb:"POST",title:"Create an organization",params:[],body:"record",fields:CreateOrganizationParams};
export const getOrganization: Operation = {id:"getOrganization",group:"organizations",method:"get",verb:"GET",title:"Get an organization",permission:"organization:read",params:[]};
export const updateOrganization: Operation = {id:"updateOrganization",group:"organizations",method:"update",verb:"PATCH",title:"Change an organization",permission:"organization:write",params:[],body:"record",fields:UpdateOrganizationParams,hasTag:true};
export const deleteOrganization: Operation = {id:"deleteOrganization",group:"organizations",method:"delete",verb:"DELETE",title:"Delete an organization",permission:"organization:write",params:[],query:[{name:"confirm",kind:"text"}],hasTag:true};
export const leaveOrganization: Operation = {id:"leaveOrganization",group:"organizations",method:"leave",verb:"POST",title:"Leave the organization",permission:"organization:read",params:[]};
