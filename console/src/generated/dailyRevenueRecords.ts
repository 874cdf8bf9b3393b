/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listDailyRevenueRecords: Operation = {id:"listDailyRevenueRecords",group:"dailyRevenueRecords",method:"list",verb:"GET",title:"List daily revenue",permission:"revenue:read",params:[],query:[{name:"startDate",kind:"day"},{name:"endDate",kind:"day"},{name:"partner",kind:"choice",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"productId",kind:"product"},{name:"entitlementId",kind:"entitlement"},{name:"buyerId",kind:"buyer"}],hasCsv:true,path:"dailyRevenueRecord"};
