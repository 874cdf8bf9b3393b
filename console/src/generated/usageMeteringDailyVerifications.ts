/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listUsageMeteringDailyVerifications: Operation = {id:"listUsageMeteringDailyVerifications",group:"usageMeteringDailyVerifications",method:"list",verb:"GET",title:"Compare reported usage with billed usage by day",permission:"reports:read",params:["partner"],query:[{name:"startDate",kind:"day"},{name:"endDate",kind:"day"},{name:"productId",kind:"product"},{name:"entitlementId",kind:"entitlement"},{name:"buyerId",kind:"buyer"}],isPaged:true,hasCsv:true,path:"partner/{partner}/usageMeteringDailyVerification"};
