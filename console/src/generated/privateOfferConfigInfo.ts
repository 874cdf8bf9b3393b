/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const PrivateOfferConfigInfo: OperationField[] = [];

export const getPrivateOfferConfigInfo: Operation = {id:"getPrivateOfferConfigInfo",group:"privateOfferConfigInfo",method:"get",verb:"GET",title:"Get the settings of private offers",permission:"organization:read",params:[]};
export const updatePrivateOfferConfigInfo: Operation = {id:"updatePrivateOfferConfigInfo",group:"privateOfferConfigInfo",method:"update",verb:"PATCH",title:"Change the settings of private offers",permission:"organization:write",params:[],body:"record",fields:PrivateOfferConfigInfo,hasTag:true};
