/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const GetRevenueReportParams: OperationField[] = [{name:"buyerID",kind:"buyer"},{name:"endDate",kind:"day"},{name:"entitlementID",kind:"entitlement"},{name:"groupBy",kind:"choice",options:["day","month"]},{name:"organizationID",kind:"text"},{name:"partner",kind:"choice",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"productID",kind:"product"},{name:"reportType",kind:"choice",options:["GrossAmount","InvoicedAmount","CollectableAmount","DisbursedAmount"]},{name:"service",kind:"choice",options:["MARKETPLACE"]},{name:"startDate",kind:"day"}];

export const getRevenueReport: Operation = {id:"getRevenueReport",group:"revenueReport",method:"get",verb:"POST",title:"Get a revenue report by day or month",permission:"reports:read",params:[],body:"record",fields:GetRevenueReportParams};
