/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const WebhookEndpoint: OperationField[] = [{name:"url",kind:"text"},{name:"description",kind:"text"},{name:"scopes",kind:"texts"},{name:"productIds",kind:"texts"},{name:"partners",kind:"choices",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"entityIds",kind:"texts"},{name:"fifo",kind:"flag"},{name:"headers",kind:"json"},{name:"ratePerSecond",kind:"whole"},{name:"timeoutSeconds",kind:"whole"},{name:"status",kind:"choice",options:["ENABLED","DISABLED"]}];
const RotateWebhookSecretParams: OperationField[] = [{name:"overlapHours",kind:"whole"}];
const ReplayWebhookParams: OperationField[] = [{name:"from",kind:"time"},{name:"to",kind:"time"},{name:"onlyMissing",kind:"flag"}];

export const createWebhook: Operation = {id:"createWebhook",group:"webhooks",method:"create",verb:"POST",title:"Create a webhook endpoint",permission:"webhooks:write",params:[],body:"record",fields:WebhookEndpoint};
export const listWebhooks: Operation = {id:"listWebhooks",group:"webhooks",method:"list",verb:"GET",title:"List the webhook endpoints of the organization",permission:"webhooks:read",params:[],query:[],isPaged:true};
export const getWebhook: Operation = {id:"getWebhook",group:"webhooks",method:"get",verb:"GET",title:"Get a webhook endpoint",permission:"webhooks:read",params:["webhookId"]};
export const updateWebhook: Operation = {id:"updateWebhook",group:"webhooks",method:"update",verb:"PATCH",title:"Change a webhook endpoint",permission:"webhooks:write",params:["webhookId"],body:"record",fields:WebhookEndpoint,hasTag:true};
export const deleteWebhook: Operation = {id:"deleteWebhook",group:"webhooks",method:"delete",verb:"DELETE",title:"Delete a webhook endpoint",permission:"webhooks:write",params:["webhookId"],hasTag:true};
export const rotateWebhookSecret: Operation = {id:"rotateWebhookSecret",group:"webhooks",method:"rotateSecret",verb:"POST",title:"Replace the secret of a webhook endpoint",permission:"webhooks:write",params:["webhookId"],body:"record",isBodyOptional:true,fields:RotateWebhookSecretParams};
export const enableWebhook: Operation = {id:"enableWebhook",group:"webhooks",method:"enable",verb:"POST",title:"Enable a webhook endpoint",permission:"webhooks:write",params:["webhookId"]};
export const testWebhook: Operation = {id:"testWebhook",group:"webhooks",method:"test",verb:"POST",title:"Send a test event to a webhook endpoint",permission:"webhooks:write",params:["webhookId"]};
export const listWebhookDeliveries: Operation = {id:"listWebhookDeliveries",group:"webhooks",method:"listDeliveries",verb:"GET",title:"List the deliveries of a webhook endpoint",permission:"webhooks:read",params:["webhookId"],query:[{name:"status",kind:"choice",options:["PENDING","DONE","FAILED"]}],isPaged:true};
export const getWebhookDelivery: Operation = {id:"getWebhookDelivery",group:"webhooks",method:"getDelivery",verb:"GET",title:"Get a delivery of a webhook endpoint with its attempts",permission:"webhooks:read",params:["webhookId","deliveryId"]};
export const resendWebhookDelivery: Operation = {id:"resendWebhookDelivery",group:"webhooks",method:"resendDelivery",verb:"POST",title:"Resend a delivery",permission:"webhooks:write",params:["webhookId","deliveryId"]};
export const replayWebhook: Operation = {id:"replayWebhook",group:"webhooks",method:"replay",verb:"POST",title:"Replay the events of a period to a webhook endpoint",permission:"webhooks:write",params:["webhookId"],body:"record",fields:ReplayWebhookParams};
