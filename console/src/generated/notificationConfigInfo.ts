/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const NotificationConfigInfo: OperationField[] = [{name:"daysToExpireSoonOfferWorkflowNotification",kind:"whole"},{name:"disableEmailNotificationOnOfferReady",kind:"flag"},{name:"emailNotificationScopeEventConfigs",kind:"json"},{name:"enableEmailNotification",kind:"flag"},{name:"enableExpireSoonOfferWorkflowNotification",kind:"flag"},{name:"enableWebhookNotification",kind:"flag"},{name:"supportChatChannelID",kind:"text"},{name:"webhookProductWhitelist",kind:"texts"}];

export const getNotificationConfigInfo: Operation = {id:"getNotificationConfigInfo",group:"notificationConfigInfo",method:"get",verb:"GET",title:"Get the notification configuration",permission:"organization:read",params:[]};
export const updateNotificationConfigInfo: Operation = {id:"updateNotificationConfigInfo",group:"notificationConfigInfo",method:"update",verb:"PATCH",title:"Change the notification configuration",permission:"organization:write",params:[],body:"record",fields:NotificationConfigInfo,hasTag:true};
