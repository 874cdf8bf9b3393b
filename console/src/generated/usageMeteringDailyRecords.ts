/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listUsageMeteringDailyRecords: Operation = {id:"listUsageMeteringDailyRecords",group:"usageMeteringDailyRecords",method:"list",verb:"GET",title:"List daily usage",permission:"reports:read",params:["partner"],query:[{name:"startDate",kind:"day"},{name:"endDate",kind:"day"},{name:"entitlementId",kind:"entitlement"},{name:"buyerId",kind:"buyer"}],isPaged:true,hasCsv:true,path:"partner/{partner}/usageMeteringDailyRecord"};
