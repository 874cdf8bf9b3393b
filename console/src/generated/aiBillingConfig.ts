/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const AIBillingConfig: OperationField[] = [{name:"billingEmail",kind:"text"},{name:"enabled",kind:"flag"},{name:"monthlySpendingCapCents",kind:"whole"}];

export const getAiBillingConfig: Operation = {id:"getAiBillingConfig",group:"aiBillingConfig",method:"get",verb:"GET",title:"Get the use of AI features",permission:"organization:read",params:[]};
export const updateAiBillingConfig: Operation = {id:"updateAiBillingConfig",group:"aiBillingConfig",method:"update",verb:"PATCH",title:"Change the use of AI features",permission:"organization:write",params:[],body:"record",fields:AIBillingConfig,hasTag:true};
