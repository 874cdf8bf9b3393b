/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const getSeries: Operation = {id:"getSeries",group:"series",method:"get",verb:"GET",title:"Get a time series",permission:"reports:read",params:[],query:[{name:"metric",kind:"choice",isRequired:true,options:["offersCreated","entitlementsCreated","grossRevenue","invoicedRevenue","netInvoicedRevenue","invoicedTax","disbursedRevenue","usageAmount"]},{name:"by",kind:"choice",options:["day","week","month"]},{name:"from",kind:"day"},{name:"to",kind:"day"},{name:"currency",kind:"longText"},{name:"split",kind:"choice",options:["partner"]}]};
