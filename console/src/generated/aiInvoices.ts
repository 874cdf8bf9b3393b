/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listAIInvoices: Operation = {id:"listAIInvoices",group:"aiInvoices",method:"list",verb:"GET",title:"List AI invoices",permission:"billing:read",params:[],query:[],isPaged:true};
export const getAIInvoice: Operation = {id:"getAIInvoice",group:"aiInvoices",method:"get",verb:"GET",title:"Get an AI invoice",permission:"billing:read",params:["aiInvoiceId"]};
