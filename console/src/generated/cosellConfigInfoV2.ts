/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const CosellConfigInfo: OperationField[] = [{name:"cloudPartner",kind:"choice",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"crmPartner",kind:"choice",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"info",kind:"json"}];

export const getCosellConfigInfoV2: Operation = {id:"getCosellConfigInfoV2",group:"cosellConfigInfoV2",method:"get",verb:"GET",title:"Get the co-sell configuration",permission:"organization:read",params:[]};
export const updateCosellConfigInfoV2: Operation = {id:"updateCosellConfigInfoV2",group:"cosellConfigInfoV2",method:"update",verb:"PATCH",title:"Change the co-sell configuration",permission:"organization:write",params:[],body:"list",fields:[{name:"$items",kind:"list",fields:CosellConfigInfo}],hasTag:true};
