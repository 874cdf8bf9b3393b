/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const IdentityContactInfo: OperationField[] = [{name:"companyLocation",kind:"text"},{name:"companyName",kind:"text"},{name:"partner",kind:"choice",options:["MKA","MKA_CHINA","MKB","MKC","MKD","MKE","MKF","CRMA","CRMB","CRMC","BILLA","BILLB","METERA","METERB","PAYA","PAYB"]},{name:"phoneNumber",kind:"text"},{name:"role",kind:"text"}];
const IdentityContact: OperationField[] = [{name:"emailAddress",kind:"mail"},{name:"info",kind:"record",fields:IdentityContactInfo},{name:"name",kind:"text"}];

export const listBuyersByContact: Operation = {id:"listBuyersByContact",group:"contacts",method:"listBuyers",verb:"GET",title:"List the buyers of a contact",permission:"buyers:read",params:["contactId"],query:[],isPaged:true};
export const listContacts: Operation = {id:"listContacts",group:"contacts",method:"list",verb:"GET",title:"List contacts",permission:"buyers:read",params:[],query:[{name:"emailAddress",kind:"mail"},{name:"search",kind:"text"},{name:"from",kind:"time"},{name:"to",kind:"time"}],isPaged:true};
export const createContact: Operation = {id:"createContact",group:"contacts",method:"create",verb:"POST",title:"Create a contact",permission:"buyers:write",params:[],body:"record",fields:IdentityContact};
export const getContact: Operation = {id:"getContact",group:"contacts",method:"get",verb:"GET",title:"Get a contact",permission:"buyers:read",params:["contactId"]};
export const updateContact: Operation = {id:"updateContact",group:"contacts",method:"update",verb:"PATCH",title:"Change a contact",permission:"buyers:write",params:["contactId"],body:"record",fields:IdentityContact,hasTag:true};
export const deleteContact: Operation = {id:"deleteContact",group:"contacts",method:"delete",verb:"DELETE",title:"Delete a contact",permission:"buyers:write",params:["contactId"],hasTag:true};
export const batchCreateContacts: Operation = {id:"batchCreateContacts",group:"contacts",method:"batchCreate",verb:"POST",title:"Create contacts",permission:"buyers:write",params:[],body:"list",fields:[{name:"$items",kind:"list",fields:IdentityContact}]};
export const addContactToBuyer: Operation = {id:"addContactToBuyer",group:"contacts",method:"addToBuyer",verb:"POST",title:"Link a contact to a buyer",permission:"buyers:write",params:["contactId","buyerId"]};
export const removeContactFromBuyer: Operation = {id:"removeContactFromBuyer",group:"contacts",method:"removeFromBuyer",verb:"DELETE",title:"Unlink a contact from a buyer",permission:"buyers:write",params:["contactId","buyerId"]};
export const addContactToOffer: Operation = {id:"addContactToOffer",group:"contacts",method:"addToOffer",verb:"POST",title:"Link a contact to an offer",permission:"offers:write",params:["contactId","offerId"]};
export const removeContactFromOffer: Operation = {id:"removeContactFromOffer",group:"contacts",method:"removeFromOffer",verb:"DELETE",title:"Unlink a contact from an offer",permission:"offers:write",params:["contactId","offerId"]};
export const listOffersByContact: Operation = {id:"listOffersByContact",group:"contacts",method:"listOffers",verb:"GET",title:"List the offers of a contact",permission:"offers:read",params:["contactId"],query:[],isPaged:true};
