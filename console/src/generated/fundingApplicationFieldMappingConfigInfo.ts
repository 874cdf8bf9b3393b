/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const FundingApplicationFieldMappingConfigInfo: OperationField[] = [{name:"cloudPartner",kind:"choice",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"crmPartner",kind:"choice",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"fundingType",kind:"text"},{name:"lastModifyTime",kind:"time"},{name:"mappingInfo",kind:"json"},{name:"programType",kind:"text"}];

export const getFundingApplicationFieldMappingConfigInfo: Operation = {id:"getFundingApplicationFieldMappingConfigInfo",group:"fundingApplicationFieldMappingConfigInfo",method:"get",verb:"GET",title:"Get how funding applications are filled",permission:"organization:read",params:[]};
export const updateFundingApplicationFieldMappingConfigInfo: Operation = {id:"updateFundingApplicationFieldMappingConfigInfo",group:"fundingApplicationFieldMappingConfigInfo",method:"update",verb:"PATCH",title:"Change how funding applications are filled",permission:"organization:write",params:[],body:"list",fields:[{name:"$items",kind:"list",fields:FundingApplicationFieldMappingConfigInfo}],hasTag:true};
