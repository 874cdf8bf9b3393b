/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listRevenueRecords: Operation = {id:"listRevenueRecords",group:"revenueRecords",method:"list",verb:"GET",title:"List revenue records",permission:"revenue:read",params:["partner"],query:[{name:"startDate",kind:"day"},{name:"endDate",kind:"day"},{name:"productId",kind:"product"},{name:"entitlementId",kind:"entitlement"},{name:"buyerId",kind:"buyer"}],isPaged:true,hasCsv:true,path:"partner/{partner}/revenueRecord"};
