/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const PartnerUsageMeteringConfig: OperationField[] = [{name:"dimensionMapping",kind:"json"},{name:"dimensionMappingV2",kind:"json"},{name:"enableBillableDimension",kind:"flag"},{name:"enableCommitWithAdditionalUsageAtListPrice",kind:"flag"},{name:"enableCommitWithAdditionalUsageMetering",kind:"flag"},{name:"enableDimensionMapping",kind:"flag"},{name:"enableZeroUsage",kind:"flag"},{name:"partner",kind:"choice",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]}];
const UsageMeteringConfigInfo: OperationField[] = [{name:"partnerUsageMeteringConfigs",kind:"list",fields:PartnerUsageMeteringConfig}];

export const getUsageMeteringConfigInfo: Operation = {id:"getUsageMeteringConfigInfo",group:"usageMeteringConfigInfo",method:"get",verb:"GET",title:"Get the usage metering configuration",permission:"organization:read",params:[]};
export const updateUsageMeteringConfigInfo: Operation = {id:"updateUsageMeteringConfigInfo",group:"usageMeteringConfigInfo",method:"update",verb:"PATCH",title:"Change the usage metering configuration",permission:"organization:write",params:[],body:"record",fields:UsageMeteringConfigInfo,hasTag:true};
