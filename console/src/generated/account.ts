/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const SignUp: OperationField[] = [{name:"email",kind:"mail",isRequired:true},{name:"name",kind:"text"},{name:"password",kind:"secret",isRequired:true}];
const EmailVerification: OperationField[] = [{name:"token",kind:"text",isRequired:true},{name:"password",kind:"secret",isRequired:true}];
const PasswordResetRequest: OperationField[] = [{name:"email",kind:"mail",isRequired:true}];
const PasswordReset: OperationField[] = [{name:"token",kind:"text",isRequired:true},{name:"password",kind:"secret",isRequired:true}];
const UserPatch: OperationField[] = [{name:"name",kind:"text"},{name:"password",kind:"secret"},{name:"currentPassword",kind:"secret"}];
const PasswordAgain: OperationField[] = [{name:"currentPassword",kind:"secret",isRequired:true}];
const TotpCode: OperationField[] = [{name:"code",kind:"text",isRequired:true}];
const NewPasskey: OperationField[] = [{name:"name",kind:"text",isRequired:true},{name:"state",kind:"text",isRequired:true},{name:"credential",kind:"json",isRequired:true}];
const AcceptInvitationParams: OperationField[] = [{name:"token",kind:"text",isRequired:true}];

export const signUp: Operation = {id:"signUp",group:"account",method:"signUp",verb:"POST",title:"Sign up; a mail with a link to confirm the address is sent",params:[],body:"record",fields:SignUp};
export const verifyEmail: Operation = {id:"verifyEmail",group:"account",method:"verifyEmail",verb:"POST",title:"Confirm an e-mail address with the token from the mail, and create the account",params:[],body:"record",fields:EmailVerification};
export const requestPasswordReset: Operation = {id:"requestPasswordReset",group:"account",method:"requestPasswordReset",verb:"POST",title:"Request a mail with a link to reset the password",params:[],body:"record",fields:PasswordResetRequest};
export const resetPassword: Operation = {id:"resetPassword",group:"account",method:"resetPassword",verb:"POST",title:"Set a new password with the token from the mail; all sessions and tokens of the user end",params:[],body:"record",fields:PasswordReset};
export const getMe: Operation = {id:"getMe",group:"account",method:"getMe",verb:"GET",title:"Get the account of the calling user",params:[]};
export const updateMe: Operation = {id:"updateMe",group:"account",method:"updateMe",verb:"PATCH",title:"Change the name or password; a new password ends all other sessions",params:[],body:"record",isBodyOptional:true,fields:UserPatch};
export const signOut: Operation = {id:"signOut",group:"account",method:"signOut",verb:"POST",title:"End the calling session and its tokens",params:[]};
export const endMyOtherSessions: Operation = {id:"endMyOtherSessions",group:"account",method:"endMyOtherSessions",verb:"POST",title:"End all other sessions of the calling user and their tokens",params:[]};
export const listMySessions: Operation = {id:"listMySessions",group:"account",method:"listMySessions",verb:"GET",title:"List the sessions of the calling user",params:[],query:[],isPaged:true};
export const deleteMySession: Operation = {id:"deleteMySession",group:"account",method:"deleteMySession",verb:"DELETE",title:"End a session and its tokens",params:["sessionId"]};
export const getMySecondFactors: Operation = {id:"getMySecondFactors",group:"account",method:"getMySecondFactors",verb:"GET",title:"Get the second factors of the calling user",params:[]};
export const beginTotp: Operation = {id:"beginTotp",group:"account",method:"beginTotp",verb:"POST",title:"Create a secret for an authenticator app",params:[],body:"record",fields:PasswordAgain};
export const confirmTotp: Operation = {id:"confirmTotp",group:"account",method:"confirmTotp",verb:"POST",title:"Confirm an authenticator app with a code; new recovery codes are created",params:[],body:"record",fields:TotpCode};
export const removeTotp: Operation = {id:"removeTotp",group:"account",method:"removeTotp",verb:"POST",title:"Remove the authenticator app; with the last second factor the recovery codes are removed too",params:[],body:"record",fields:PasswordAgain};
export const renewRecoveryCodes: Operation = {id:"renewRecoveryCodes",group:"account",method:"renewRecoveryCodes",verb:"POST",title:"Create ten new recovery codes; the earlier codes are revoked",params:[],body:"record",fields:PasswordAgain};
export const beginPasskey: Operation = {id:"beginPasskey",group:"account",method:"beginPasskey",verb:"POST",title:"Create a challenge for a new passkey",params:[],body:"record",fields:PasswordAgain};
export const registerPasskey: Operation = {id:"registerPasskey",group:"account",method:"registerPasskey",verb:"POST",title:"Register a passkey that an authenticator has created",params:[],body:"record",fields:NewPasskey};
export const removePasskey: Operation = {id:"removePasskey",group:"account",method:"removePasskey",verb:"POST",title:"Remove a passkey; with the last second factor the recovery codes are removed too",params:["passkeyId"],body:"record",fields:PasswordAgain};
export const acceptInvitation: Operation = {id:"acceptInvitation",group:"account",method:"acceptInvitation",verb:"POST",title:"Accept an invitation",params:[],body:"record",fields:AcceptInvitationParams};
