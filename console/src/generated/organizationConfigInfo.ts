/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const OrganizationConfigInfo: OperationField[] = [];

export const getOrganizationConfigInfo: Operation = {id:"getOrganizationConfigInfo",group:"organizationConfigInfo",method:"get",verb:"GET",title:"Get the general settings",permission:"organization:read",params:[]};
export const updateOrganizationConfigInfo: Operation = {id:"updateOrganizationConfigInfo",group:"organizationConfigInfo",method:"update",verb:"PATCH",title:"Change the general settings",permission:"organization:write",params:[],body:"record",fields:OrganizationConfigInfo,hasTag:true};
