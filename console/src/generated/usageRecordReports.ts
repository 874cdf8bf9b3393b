/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const UsageRecordReportResolution: OperationField[] = [{name:"accepted",kind:"flag"},{name:"dimension",kind:"text"}];

export const listUsageRecordReports: Operation = {id:"listUsageRecordReports",group:"usageRecordReports",method:"list",verb:"GET",title:"List usage record reports",permission:"metering:read",params:[],query:[{name:"startDate",kind:"day"},{name:"endDate",kind:"day"},{name:"partner",kind:"choice",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"buyerId",kind:"buyer"},{name:"entitlementId",kind:"entitlement"}],isPaged:true,hasCsv:true,path:"usageRecordReport"};
export const getUsageRecordReport: Operation = {id:"getUsageRecordReport",group:"usageRecordReports",method:"get",verb:"GET",title:"Get a usage record report",permission:"metering:read",params:["usageRecordReportId"]};
export const retryUsageRecordReport: Operation = {id:"retryUsageRecordReport",group:"usageRecordReports",method:"retry",verb:"POST",title:"Retry a usage record report",permission:"metering:write",params:["usageRecordReportId"]};
export const resolveUsageRecordReport: Operation = {id:"resolveUsageRecordReport",group:"usageRecordReports",method:"resolve",verb:"POST",title:"Resolve usage with an unknown outcome",permission:"metering:write",params:["usageRecordReportId"],body:"record",fields:UsageRecordReportResolution};
