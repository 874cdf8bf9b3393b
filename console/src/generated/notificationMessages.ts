/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listNotificationMessages: Operation = {id:"listNotificationMessages",group:"notificationMessages",method:"list",verb:"GET",title:"List notification messages",permission:"notifications:read",params:[],query:[{name:"keyword",kind:"text"}],isPaged:true};
export const getNotificationMessage: Operation = {id:"getNotificationMessage",group:"notificationMessages",method:"get",verb:"GET",title:"Get a notification message",permission:"notifications:read",params:["notificationMessageId"]};
