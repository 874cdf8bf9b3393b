/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation } from '../ui/operation/operation.ts';

export const queryAuditingEvents: Operation = {id:"queryAuditingEvents",group:"auditingEvents",method:"query",verb:"GET",title:"Query auditing events",permission:"audit:read",params:[],query:[{name:"q",kind:"longText"},{name:"s",kind:"text"}]};
export const getAuditingEvent: Operation = {id:"getAuditingEvent",group:"auditingEvents",method:"get",verb:"GET",title:"Get an auditing event",permission:"audit:read",params:["auditingEventId"]};
