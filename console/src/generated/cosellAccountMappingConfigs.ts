/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const CosellAccountMappingConfig: OperationField[] = [{name:"account",kind:"json",help:"Names of account fields."},{name:"crmPartner",kind:"choice",help:"The CRM.",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"lastValidatedAt",kind:"time",help:"When the names were last checked; set by the service."},{name:"opportunity",kind:"json",help:"Names of opportunity fields."}];

export const getCosellAccountMappingConfigs: Operation = {id:"getCosellAccountMappingConfigs",group:"cosellAccountMappingConfigs",method:"get",verb:"GET",title:"Get the field names by CRM",permission:"organization:read",params:[]};
export const updateCosellAccountMappingConfigs: Operation = {id:"updateCosellAccountMappingConfigs",group:"cosellAccountMappingConfigs",method:"update",verb:"PATCH",title:"Change the field names by CRM",help:"One entry for each CRM; a CRM without an entry uses the default names. The entries in the body replace the stored entries. Fields that the service sets are ignored.",permission:"organization:write",params:[],body:"list",fields:[{name:"$items",kind:"list",help:"All entries.",fields:CosellAccountMappingConfig}],hasTag:true};
