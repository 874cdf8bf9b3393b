/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const AIBillingConfig: OperationField[] = [{name:"billingEmail",kind:"text",help:"Address for invoices; when empty, the address of the organization’s creator."},{name:"enabled",kind:"flag",help:"Whether AI features are enabled."},{name:"monthlySpendingCapCents",kind:"whole",help:"Spending cap per month in cents; null for no limit."}];

export const getAiBillingConfig: Operation = {id:"getAiBillingConfig",group:"aiBillingConfig",method:"get",verb:"GET",title:"Get the use of AI features",permission:"organization:read",params:[]};
export const updateAiBillingConfig: Operation = {id:"updateAiBillingConfig",group:"aiBillingConfig",method:"update",verb:"PATCH",title:"Change the use of AI features",help:"A spending cap of null means no limit. The service sets the time and reason of a switch-off of AI features; its operator sets the free use. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.",permission:"organization:write",params:[],body:"record",fields:AIBillingConfig,hasTag:true};
