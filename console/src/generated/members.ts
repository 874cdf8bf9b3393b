/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const InviteMemberParams: OperationField[] = [{name:"email",kind:"mail",isRequired:true},{name:"role",kind:"text"},{name:"name",kind:"text"},{name:"channelPartnerId",kind:"channelPartner"}];
const UpdateMemberParams: OperationField[] = [{name:"role",kind:"text"},{name:"channelPartnerId",kind:"channelPartner"}];
const MemberMailSettingsPatch: OperationField[] = [{name:"skipOwnActions",kind:"flag"},{name:"digest",kind:"choice",options:["NONE","HOURLY","DAILY"]}];
const CreateSavedViewParams: OperationField[] = [{name:"list",kind:"text",isRequired:true},{name:"name",kind:"text",isRequired:true},{name:"query",kind:"json",isRequired:true}];
const UpdateSavedViewParams: OperationField[] = [{name:"name",kind:"text"},{name:"query",kind:"json"}];

export const listMembers: Operation = {id:"listMembers",group:"members",method:"list",verb:"GET",title:"List members and invitations",permission:"members:read",params:[],query:[{name:"status",kind:"choices",options:["ACTIVE","INVITED"]},{name:"role",kind:"text"},{name:"email",kind:"mail"},{name:"search",kind:"text"},{name:"from",kind:"time"},{name:"to",kind:"time"}],isPaged:true};
export const inviteMember: Operation = {id:"inviteMember",group:"members",method:"invite",verb:"POST",title:"Invite a person by e-mail",permission:"members:write",params:[],body:"record",fields:InviteMemberParams};
export const getMember: Operation = {id:"getMember",group:"members",method:"get",verb:"GET",title:"Get a member or an invitation",permission:"members:read",params:["userId"]};
export const updateMember: Operation = {id:"updateMember",group:"members",method:"update",verb:"PATCH",title:"Change the role of a member or of an invitation",permission:"members:write",params:["userId"],body:"record",fields:UpdateMemberParams,hasTag:true};
export const removeMember: Operation = {id:"removeMember",group:"members",method:"remove",verb:"DELETE",title:"Remove a member, or withdraw an invitation",permission:"members:write",params:["userId"],hasTag:true};
export const getMyMailSettings: Operation = {id:"getMyMailSettings",group:"members",method:"getMyMailSettings",verb:"GET",title:"Get the mail settings of the calling member",permission:"organization:read",params:[]};
export const updateMyMailSettings: Operation = {id:"updateMyMailSettings",group:"members",method:"updateMyMailSettings",verb:"PATCH",title:"Change the mail settings of the calling member",permission:"organization:read",params:[],body:"record",fields:MemberMailSettingsPatch,hasTag:true};
export const listMySavedViews: Operation = {id:"listMySavedViews",group:"members",method:"listMySavedViews",verb:"GET",title:"List the saved views of the calling member",permission:"organization:read",params:[],query:[{name:"list",kind:"text"}],isPaged:true};
export const createMySavedView: Operation = {id:"createMySavedView",group:"members",method:"createMySavedView",verb:"POST",title:"Save a view of a list for the calling member",permission:"organization:read",params:[],body:"record",fields:CreateSavedViewParams};
export const getMySavedView: Operation = {id:"getMySavedView",group:"members",method:"getMySavedView",verb:"GET",title:"Get a saved view of the calling member",permission:"organization:read",params:["savedViewId"]};
export const updateMySavedView: Operation = {id:"updateMySavedView",group:"members",method:"updateMySavedView",verb:"PATCH",title:"Rename a saved view of the calling member, or replace its query",permission:"organization:read",params:["savedViewId"],body:"record",fields:UpdateSavedViewParams,hasTag:true};
export const deleteMySavedView: Operation = {id:"deleteMySavedView",group:"members",method:"deleteMySavedView",verb:"DELETE",title:"Delete a saved view of the calling member",permission:"organization:read",params:["savedViewId"],hasTag:true};
