/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const CosellIntelligenceConfigInfo: OperationField[] = [{name:"cosellIntelligenceSignalsEnabled",kind:"flag"},{name:"mkASignalsEnabled",kind:"flag"},{name:"mkBSignalsEnabled",kind:"flag"},{name:"mkCSignalsEnabled",kind:"flag"}];

export const getCosellIntelligenceConfigInfo: Operation = {id:"getCosellIntelligenceConfigInfo",group:"cosellIntelligenceConfigInfo",method:"get",verb:"GET",title:"Get where co-sell signals are used",permission:"organization:read",params:[]};
export const updateCosellIntelligenceConfigInfo: Operation = {id:"updateCosellIntelligenceConfigInfo",group:"cosellIntelligenceConfigInfo",method:"update",verb:"PATCH",title:"Change where co-sell signals are used",permission:"organization:write",params:[],body:"record",fields:CosellIntelligenceConfigInfo,hasTag:true};
