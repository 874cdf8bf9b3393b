/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listPaymentTransactions: Operation = {id:"listPaymentTransactions",group:"paymentTransactions",method:"list",verb:"GET",title:"List payment transactions",permission:"billing:read",params:[],query:[{name:"buyerId",kind:"buyer"},{name:"entitlementId",kind:"entitlement"},{name:"invoiceId",kind:"text"},{name:"status",kind:"choice",options:["PENDING","PROCESSING","SUCCESS","FAILED"]},{name:"type",kind:"choice",options:["CHARGE","REFUND"]}],isPaged:true};
export const listRefundOfPaymentTransaction: Operation = {id:"listRefundOfPaymentTransaction",group:"paymentTransactions",method:"listRefund",verb:"GET",title:"List the refunds of a charge",permission:"billing:read",params:["buyerId","paymentTransactionId"],query:[],isPaged:true};
