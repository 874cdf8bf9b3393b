/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const getAIUsage: Operation = {id:"getAIUsage",group:"aiUsage",method:"get",verb:"GET",title:"Get the AI usage of a month",permission:"billing:read",params:[],query:[{name:"month",kind:"longText"}]};
