/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listUsageBatches: Operation = {id:"listUsageBatches",group:"usageBatches",method:"list",verb:"GET",title:"List the calls that reported usage",permission:"metering:read",params:[],query:[],isPaged:true};
export const getUsageBatch: Operation = {id:"getUsageBatch",group:"usageBatches",method:"get",verb:"GET",title:"Get a call that reported usage",permission:"metering:read",params:["usageBatchId"]};
