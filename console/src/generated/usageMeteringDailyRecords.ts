/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listUsageMeteringDailyRecords: Operation = {id:"listUsageMeteringDailyRecords",group:"usageMeteringDailyRecords",method:"list",verb:"GET",title:"List daily usage",permission:"reports:read",params:["partner"],query:[{name:"startDate",kind:"day",help:"First day, in UTC; by default 30 days before the last day"},{name:"endDate",kind:"day",help:"Last day, in UTC; by default today"},{name:"entitlementId",kind:"entitlement",help:"Only rows of this entitlement"},{name:"buyerId",kind:"buyer",help:"Only rows of this buyer"}],isPaged:true,hasCsv:true,path:"partner/{partner}/usageMeteringDailyRecord"};
