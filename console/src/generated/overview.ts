/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const getOverview: Operation = {id:"getOverview",group:"overview",method:"get",verb:"GET",title:"Get an overview of the organization",permission:"reports:read",params:[]};
