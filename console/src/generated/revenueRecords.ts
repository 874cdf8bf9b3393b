/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listRevenueRecords: Operation = {id:"listRevenueRecords",group:"revenueRecords",method:"list",verb:"GET",title:"List revenue records",permission:"revenue:read",params:["partner"],query:[{name:"startDate",kind:"day",help:"First day, in UTC; by default 30 days before the last day"},{name:"endDate",kind:"day",help:"Last day, in UTC; by default today"},{name:"productId",kind:"product",help:"Only rows of this product"},{name:"entitlementId",kind:"entitlement",help:"Only rows of this entitlement"},{name:"buyerId",kind:"buyer",help:"Only rows of this buyer"}],isPaged:true,hasCsv:true,path:"partner/{partner}/revenueRecord"};
