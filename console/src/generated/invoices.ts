/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const UpdateInvoiceInfoRequest: OperationField[] = [{name:"discountAmount",kind:"number"},{name:"discountType",kind:"choice",options:["PERCENTAGE","ABSOLUTE"]},{name:"dueDate",kind:"time"},{name:"memo",kind:"longText"}];
const BankPaymentParams: OperationField[] = [{name:"amount",kind:"number"},{name:"receivedDate",kind:"time"},{name:"reference",kind:"text"}];

export const listInvoices: Operation = {id:"listInvoices",group:"invoices",method:"list",verb:"GET",title:"List invoices",permission:"billing:read",params:[],query:[{name:"entitlementId",kind:"entitlement"},{name:"buyerId",kind:"buyer"},{name:"status",kind:"choice",options:["DRAFT","FINALIZED","CANCELED","DELETED",""]}],isPaged:true};
export const getInvoice: Operation = {id:"getInvoice",group:"invoices",method:"get",verb:"GET",title:"Get an invoice",permission:"billing:read",params:["invoiceId"]};
export const updateInvoiceInfo: Operation = {id:"updateInvoiceInfo",group:"invoices",method:"updateInfo",verb:"PATCH",title:"Change a draft invoice",permission:"billing:write",params:["invoiceId"],body:"record",fields:UpdateInvoiceInfoRequest,hasTag:true};
export const issueInvoice: Operation = {id:"issueInvoice",group:"invoices",method:"issue",verb:"PATCH",title:"Issue an invoice",permission:"billing:write",params:["invoiceId"],body:"list",isBodyOptional:true,fields:[{name:"$items",kind:"texts"}],hasTag:true};
export const voidInvoice: Operation = {id:"voidInvoice",group:"invoices",method:"void",verb:"PATCH",title:"Void an invoice",permission:"billing:write",params:["invoiceId"],hasTag:true};
export const payInvoice: Operation = {id:"payInvoice",group:"invoices",method:"pay",verb:"PATCH",title:"Pay an invoice",permission:"billing:write",params:["invoiceId"],hasTag:true};
export const recordInvoicePayment: Operation = {id:"recordInvoicePayment",group:"invoices",method:"recordPayment",verb:"POST",title:"Record a bank transfer",permission:"billing:write",params:["invoiceId"],body:"record",isBodyOptional:true,fields:BankPaymentParams};
export const revertInvoicePayment: Operation = {id:"revertInvoicePayment",group:"invoices",method:"revertPayment",verb:"DELETE",title:"Revert a recorded payment",permission:"billing:write",params:["invoiceId","paymentTransactionId"]};
export const previewInvoiceEmail: Operation = {id:"previewInvoiceEmail",group:"invoices",method:"previewEmail",verb:"GET",title:"Preview the mail of an invoice",permission:"billing:read",params:["invoiceId"]};
export const notifyInvoiceContacts: Operation = {id:"notifyInvoiceContacts",group:"invoices",method:"notifyContacts",verb:"POST",title:"Resend an issued invoice",permission:"billing:write",params:["invoiceId"],body:"list",isBodyOptional:true,fields:[{name:"$items",kind:"texts"}]};
