/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const CosellAccountMappingConfig: OperationField[] = [{name:"account",kind:"json"},{name:"crmPartner",kind:"choice",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"lastValidatedAt",kind:"time"},{name:"opportunity",kind:"json"}];

export const getCosellAccountMappingConfigs: Operation = {id:"getCosellAccountMappingConfigs",group:"cosellAccountMappingConfigs",method:"get",verb:"GET",title:"Get the field names by CRM",permission:"organization:read",params:[]};
export const updateCosellAccountMappingConfigs: Operation = {id:"updateCosellAccountMappingConfigs",group:"cosellAccountMappingConfigs",method:"update",verb:"PATCH",title:"Change the field names by CRM",permission:"organization:write",params:[],body:"list",fields:[{name:"$items",kind:"list",fields:CosellAccountMappingConfig}],hasTag:true};
