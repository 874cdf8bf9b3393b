/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const CosellFillerConfigInfo: OperationField[] = [{name:"from",kind:"choice",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"lastModifyTime",kind:"time"},{name:"mappingInfo",kind:"json"},{name:"to",kind:"choice",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"version",kind:"text"}];

export const getCosellFillerConfigInfo: Operation = {id:"getCosellFillerConfigInfo",group:"cosellFillerConfigInfo",method:"get",verb:"GET",title:"Get how co-sell records are filled",permission:"organization:read",params:[]};
export const updateCosellFillerConfigInfo: Operation = {id:"updateCosellFillerConfigInfo",group:"cosellFillerConfigInfo",method:"update",verb:"PATCH",title:"Change how co-sell records are filled",permission:"organization:write",params:[],body:"list",fields:[{name:"$items",kind:"list",fields:CosellFillerConfigInfo}],hasTag:true};
