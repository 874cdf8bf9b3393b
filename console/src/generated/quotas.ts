/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listQuotas: Operation = {id:"listQuotas",group:"quotas",method:"list",verb:"GET",title:"List the quotas of the organization and their usage",permission:"organization:read",params:[],query:[],isPaged:true};
