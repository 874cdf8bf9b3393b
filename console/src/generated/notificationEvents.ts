/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const listNotificationEvents: Operation = {id:"listNotificationEvents",group:"notificationEvents",method:"list",verb:"GET",title:"List notification events",permission:"notifications:read",params:[],query:[{name:"startDate",kind:"day"},{name:"endDate",kind:"day"},{name:"priorities",kind:"text"},{name:"message",kind:"text"}],isPaged:true};
export const listNotificationEventsByEntity: Operation = {id:"listNotificationEventsByEntity",group:"notificationEvents",method:"listByEntity",verb:"GET",title:"List the notification events of a record",permission:"notifications:read",params:["entityType","entityId"],query:[],isPaged:true};
