/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const FileUpload: OperationField[] = [{name:"file",kind:"file"},{name:"name",kind:"text"},{name:"purpose",kind:"choice",options:["EULA","ATTACHMENT"]}];

export const uploadFile: Operation = {id:"uploadFile",group:"files",method:"upload",verb:"POST",title:"Upload a file",permission:"files:write",params:[],body:"record",fields:FileUpload};
export const listFiles: Operation = {id:"listFiles",group:"files",method:"list",verb:"GET",title:"List files",permission:"files:read",params:[],query:[{name:"purpose",kind:"choice",options:["EULA","ATTACHMENT"]}],isPaged:true};
export const getFile: Operation = {id:"getFile",group:"files",method:"get",verb:"GET",title:"Get a file with a link to its content",permission:"files:read",params:["fileId"]};
export const deleteFile: Operation = {id:"deleteFile",group:"files",method:"delete",verb:"DELETE",title:"Delete a file",permission:"files:write",params:["fileId"]};
