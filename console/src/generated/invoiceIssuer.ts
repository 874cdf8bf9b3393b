/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const InvoiceIssuer: OperationField[] = [{name:"address",kind:"text"},{name:"bankDetails",kind:"text"},{name:"country",kind:"text"},{name:"emailAddress",kind:"mail"},{name:"language",kind:"choice",options:["en","de","fr"]},{name:"name",kind:"text"},{name:"taxIds",kind:"texts"}];

export const getInvoiceIssuer: Operation = {id:"getInvoiceIssuer",group:"invoiceIssuer",method:"get",verb:"GET",title:"Get the issuer of invoices",permission:"organization:read",params:[]};
export const updateInvoiceIssuer: Operation = {id:"updateInvoiceIssuer",group:"invoiceIssuer",method:"update",verb:"PATCH",title:"Change the issuer of invoices",permission:"organization:write",params:[],body:"record",fields:InvoiceIssuer,hasTag:true};
