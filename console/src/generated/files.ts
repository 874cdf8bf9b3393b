/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const FileUpload: OperationField[] = [{name:"file",kind:"file",help:"Content of the file: PDF, DOCX, plain text (UTF-8) or HTML."},{name:"name",kind:"text",help:"File name for downloads; default: the name in the form."},{name:"purpose",kind:"choice",help:"Purpose of a file.",options:["EULA","ATTACHMENT"]}];

export const uploadFile: Operation = {id:"uploadFile",group:"files",method:"upload",verb:"POST",title:"Upload a file",help:"Requires a form (multipart/form-data) with one file: PDF, DOCX, plain text or HTML, detected from its content. When the response is sent, the file is stored durably. Offers can reference the file as a license agreement by its id or link.",permission:"files:write",params:[],body:"record",fields:FileUpload};
export const listFiles: Operation = {id:"listFiles",group:"files",method:"list",verb:"GET",title:"List files",permission:"files:read",params:[],query:[{name:"purpose",kind:"choice",help:"Only files with this purpose",options:["EULA","ATTACHMENT"]}],isPaged:true};
export const getFile: Operation = {id:"getFile",group:"files",method:"get",verb:"GET",title:"Get a file with a link to its content",permission:"files:read",params:["fileId"]};
export const deleteFile: Operation = {id:"deleteFile",group:"files",method:"delete",verb:"DELETE",title:"Delete a file",help:"The links of the file are revoked immediately, and its content is removed. Documents that the service merged for an offer, and signed documents of an agreement with a channel partner, cannot be deleted.",permission:"files:write",params:["fileId"]};
