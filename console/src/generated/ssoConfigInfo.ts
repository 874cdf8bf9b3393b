/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const SSOConfigInfo: OperationField[] = [];

export const getSsoConfigInfo: Operation = {id:"getSsoConfigInfo",group:"ssoConfigInfo",method:"get",verb:"GET",title:"Get single sign-on",permission:"organization:read",params:[]};
export const updateSsoConfigInfo: Operation = {id:"updateSsoConfigInfo",group:"ssoConfigInfo",method:"update",verb:"PATCH",title:"Change single sign-on",permission:"organization:write",params:[],body:"record",fields:SSOConfigInfo,hasTag:true};
