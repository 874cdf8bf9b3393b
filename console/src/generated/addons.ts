/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const BillingAddonRecord: OperationField[] = [{name:"amount",kind:"number"},{name:"chargeOn",kind:"time"},{name:"description",kind:"longText"},{name:"id",kind:"text"},{name:"name",kind:"text"}];
const CreateAndUpdateAddonParams: OperationField[] = [{name:"amount",kind:"number"},{name:"description",kind:"text"},{name:"name",kind:"text"}];

export const applyAddon: Operation = {id:"applyAddon",group:"addons",method:"apply",verb:"POST",title:"Apply an addon to an entitlement, at a separate path",permission:"entitlements:write",params:["entitlementId"],body:"record",fields:BillingAddonRecord};
export const listAddons: Operation = {id:"listAddons",group:"addons",method:"list",verb:"GET",title:"List addon templates",permission:"billing:read",params:[],query:[],isPaged:true};
export const createAddon: Operation = {id:"createAddon",group:"addons",method:"create",verb:"POST",title:"Create an addon template",permission:"billing:write",params:[],body:"record",fields:CreateAndUpdateAddonParams};
export const getAddon: Operation = {id:"getAddon",group:"addons",method:"get",verb:"GET",title:"Get an addon template",permission:"billing:read",params:["addonId"]};
export const updateAddon: Operation = {id:"updateAddon",group:"addons",method:"update",verb:"PATCH",title:"Change an addon template",permission:"billing:write",params:["addonId"],body:"record",fields:CreateAndUpdateAddonParams,hasTag:true};
export const deleteAddon: Operation = {id:"deleteAddon",group:"addons",method:"delete",verb:"DELETE",title:"Delete an addon template",permission:"billing:write",params:["addonId"],hasTag:true};
