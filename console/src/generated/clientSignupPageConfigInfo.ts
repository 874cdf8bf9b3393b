/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const ClientSignupPageConfigInfo: OperationField[] = [{name:"ccEmails",kind:"texts"},{name:"companyLogoUrl",kind:"text"},{name:"companyName",kind:"text"},{name:"customEmailTemplate",kind:"longText"},{name:"customTemplate",kind:"longText"},{name:"enableCustomEmailTemplate",kind:"flag"},{name:"enableCustomTemplate",kind:"flag"},{name:"enableHeadlessEntitlementsReport",kind:"flag"},{name:"enableUpdateBuyer",kind:"flag"},{name:"hideCloudPartnerLogo",kind:"flag"},{name:"landingImageUrl",kind:"text"},{name:"notificationEmailSubject",kind:"longText"},{name:"publicNotes",kind:"longText"},{name:"videoLink",kind:"longText"}];

export const getClientSignupPageConfigInfo: Operation = {id:"getClientSignupPageConfigInfo",group:"clientSignupPageConfigInfo",method:"get",verb:"GET",title:"Get the signup page",permission:"organization:read",params:[]};
export const updateClientSignupPageConfigInfo: Operation = {id:"updateClientSignupPageConfigInfo",group:"clientSignupPageConfigInfo",method:"update",verb:"PATCH",title:"Change the signup page",permission:"organization:write",params:[],body:"record",fields:ClientSignupPageConfigInfo,hasTag:true};
export const previewSignupPage: Operation = {id:"previewSignupPage",group:"clientSignupPageConfigInfo",method:"previewSignupPage",verb:"GET",title:"Preview the signup page",permission:"organization:read",params:[]};
