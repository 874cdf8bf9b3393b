/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listNotificationEvents: Operation = {id:"listNotificationEvents",group:"notificationEvents",method:"list",verb:"GET",title:"List notification events",permission:"notifications:read",params:[],query:[{name:"startDate",kind:"day",help:"First day, in UTC; defaults to 30 days before the last day"},{name:"endDate",kind:"day",help:"Last day, in UTC; defaults to today"},{name:"priorities",kind:"text",help:"Comma-separated list of LOW, MEDIUM, HIGH, CRITICAL"},{name:"message",kind:"text",help:"Text that the message contains, ignoring case"}],isPaged:true};
export const listNotificationEventsByEntity: Operation = {id:"listNotificationEventsByEntity",group:"notificationEvents",method:"listByEntity",verb:"GET",title:"List the notification events of a record",permission:"notifications:read",params:["entityType","entityId"],query:[],isPaged:true};
