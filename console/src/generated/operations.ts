/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listOperations: Operation = {id:"listOperations",group:"operations",method:"list",verb:"GET",title:"List operations",permission:"operations:read",params:[],query:[{name:"offerId",kind:"offer"},{name:"entitlementId",kind:"entitlement"},{name:"crmOpportunityId",kind:"text"},{name:"partnerOpportunityId",kind:"text"},{name:"status",kind:"choice",options:["RUNNING","COMPLETED","FAILED","CANCELED"]}],isPaged:true};
export const getOperation: Operation = {id:"getOperation",group:"operations",method:"get",verb:"GET",title:"Get an operation",permission:"operations:read",params:["operationId"],query:[{name:"runId",kind:"text"},{name:"hasChildren",kind:"choice",options:["true","false"]}]};
export const cancelOperation: Operation = {id:"cancelOperation",group:"operations",method:"cancel",verb:"POST",title:"Cancel an operation",permission:"operations:write",params:["operationId"]};
