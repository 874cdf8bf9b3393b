/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const CosellConfigInfo: OperationField[] = [{name:"cloudPartner",kind:"choice",help:"The marketplace.",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"crmPartner",kind:"choice",help:"The CRM.",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"info",kind:"json",help:"Settings of this pair."}];

export const getCosellConfigInfoV2: Operation = {id:"getCosellConfigInfoV2",group:"cosellConfigInfoV2",method:"get",verb:"GET",title:"Get the co-sell configuration",permission:"organization:read",params:[]};
export const updateCosellConfigInfoV2: Operation = {id:"updateCosellConfigInfoV2",group:"cosellConfigInfoV2",method:"update",verb:"PATCH",title:"Change the co-sell configuration",help:"One entry for each marketplace and CRM. The entries in the body replace the stored entries. Fields that the service sets are ignored.",permission:"organization:write",params:[],body:"list",fields:[{name:"$items",kind:"list",help:"All entries.",fields:CosellConfigInfo}],hasTag:true};
