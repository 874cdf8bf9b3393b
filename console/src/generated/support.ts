/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const SupportTicket: OperationField[] = [{name:"description",kind:"longText"},{name:"name",kind:"text"},{name:"priority",kind:"choice",options:["LOW","NORMAL","HIGH","URGENT"]},{name:"taskType",kind:"choice",options:["Task","Bug","Feature Request"]},{name:"watchers",kind:"texts"}];
const UpdateSupportTicketRequest: OperationField[] = [{name:"priority",kind:"choice",options:["LOW","NORMAL","HIGH","URGENT"]},{name:"watchers",kind:"texts"}];
const SupportTicketAttachment: OperationField[] = [{name:"date",kind:"time"},{name:"id",kind:"text"},{name:"mimetype",kind:"text"},{name:"size",kind:"whole"},{name:"thumbnail_large",kind:"longText"},{name:"thumbnail_medium",kind:"longText"},{name:"thumbnail_small",kind:"longText"},{name:"title",kind:"text"},{name:"url",kind:"text"}];
const SupportTicketFrame: OperationField[] = [{name:"id",kind:"text"},{name:"url",kind:"text"}];
const SupportTicketImage: OperationField[] = [{name:"extension",kind:"text"},{name:"id",kind:"text"},{name:"name",kind:"text"},{name:"thumbnail_large",kind:"longText"},{name:"thumbnail_medium",kind:"longText"},{name:"thumbnail_small",kind:"longText"},{name:"title",kind:"text"},{name:"type",kind:"text"},{name:"url",kind:"text"}];
const SupportTicketCommentDetail: OperationField[] = [{name:"attachment",kind:"record",fields:SupportTicketAttachment},{name:"frame",kind:"record",fields:SupportTicketFrame},{name:"image",kind:"record",fields:SupportTicketImage},{name:"text",kind:"longText"},{name:"type",kind:"text"}];
const SupportTicketComment: OperationField[] = [{name:"comment",kind:"list",fields:SupportTicketCommentDetail},{name:"comment_text",kind:"longText"}];
const CreateSupportTicketAttachmentRequest: OperationField[] = [{name:"file",kind:"file"}];

export const listSupportTickets: Operation = {id:"listSupportTickets",group:"support",method:"listTickets",verb:"GET",title:"List support tickets",permission:"support:read",params:[],query:[],isPaged:true};
export const createSupportTicket: Operation = {id:"createSupportTicket",group:"support",method:"createTicket",verb:"POST",title:"Open a support ticket",permission:"support:write",params:[],body:"record",fields:SupportTicket};
export const getSupportTicket: Operation = {id:"getSupportTicket",group:"support",method:"getTicket",verb:"GET",title:"Get a support ticket with its comments",permission:"support:read",params:["ticketId"]};
export const updateSupportTicket: Operation = {id:"updateSupportTicket",group:"support",method:"updateTicket",verb:"PATCH",title:"Change priority and watchers of a support ticket",permission:"support:write",params:["ticketId"],body:"record",fields:UpdateSupportTicketRequest,hasTag:true};
export const closeSupportTicket: Operation = {id:"closeSupportTicket",group:"support",method:"closeTicket",verb:"PATCH",title:"Close a support ticket",permission:"support:write",params:["ticketId"],hasTag:true};
export const reopenSupportTicket: Operation = {id:"reopenSupportTicket",group:"support",method:"reopenTicket",verb:"PATCH",title:"Reopen a closed support ticket",permission:"support:write",params:["ticketId"],hasTag:true};
export const createSupportTicketComment: Operation = {id:"createSupportTicketComment",group:"support",method:"createTicketComment",verb:"POST",title:"Comment on a support ticket",permission:"support:write",params:["ticketId"],body:"record",fields:SupportTicketComment};
export const createSupportTicketAttachment: Operation = {id:"createSupportTicketAttachment",group:"support",method:"createTicketAttachment",verb:"POST",title:"Attach a file to a support ticket",permission:"support:write",params:["ticketId"],body:"record",fields:CreateSupportTicketAttachmentRequest};
export const receiveSupportMail: Operation = {id:"receiveSupportMail",group:"support",method:"receiveMail",verb:"POST",title:"Receive a reply to a support mail",params:[],body:"record",fields:[]};
