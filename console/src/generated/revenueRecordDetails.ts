/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listRevenueRecordDetails: Operation = {id:"listRevenueRecordDetails",group:"revenueRecordDetails",method:"list",verb:"GET",title:"List the lines of a marketplace’s revenue feed",permission:"revenue:read",params:["partner"],query:[{name:"startDate",kind:"day"},{name:"endDate",kind:"day"},{name:"productId",kind:"product"},{name:"entitlementId",kind:"entitlement"},{name:"buyerId",kind:"buyer"},{name:"unmatched",kind:"choice",options:["true","false"]}],isPaged:true,hasCsv:true,path:"partner/{partner}/revenueRecordDetail"};
