/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const KnowledgeArticle: OperationField[] = [{name:"body",kind:"longText"},{name:"tags",kind:"texts"},{name:"title",kind:"text"}];
const UpdateKnowledgeArticleParams: OperationField[] = [{name:"body",kind:"longText"},{name:"tags",kind:"texts"},{name:"title",kind:"text"}];
const KnowledgeQuestion: OperationField[] = [{name:"question",kind:"text"},{name:"type",kind:"choice",options:["GUIDE","ERROR","OPERATION","ARTICLE","FILE","SUPPORT_TICKET","PRODUCT","BUYER","OFFER","ENTITLEMENT"]}];

export const searchKnowledge: Operation = {id:"searchKnowledge",group:"knowledge",method:"search",verb:"GET",title:"Search the documentation and the records that the caller may read",permission:"knowledge:read",params:[],query:[{name:"q",kind:"text"},{name:"type",kind:"choice",options:["GUIDE","ERROR","OPERATION","ARTICLE","FILE","SUPPORT_TICKET","PRODUCT","BUYER","OFFER","ENTITLEMENT"]}],isPaged:true};
export const listKnowledgeArticles: Operation = {id:"listKnowledgeArticles",group:"knowledge",method:"listArticles",verb:"GET",title:"List articles",permission:"knowledge:read",params:[],query:[],isPaged:true};
export const createKnowledgeArticle: Operation = {id:"createKnowledgeArticle",group:"knowledge",method:"createArticle",verb:"POST",title:"Create an article",permission:"knowledge:write",params:[],body:"record",fields:KnowledgeArticle};
export const getKnowledgeArticle: Operation = {id:"getKnowledgeArticle",group:"knowledge",method:"getArticle",verb:"GET",title:"Get an article",permission:"knowledge:read",params:["articleId"]};
export const updateKnowledgeArticle: Operation = {id:"updateKnowledgeArticle",group:"knowledge",method:"updateArticle",verb:"PATCH",title:"Change an article",permission:"knowledge:write",params:["articleId"],body:"record",fields:UpdateKnowledgeArticleParams,hasTag:true};
export const deleteKnowledgeArticle: Operation = {id:"deleteKnowledgeArticle",group:"knowledge",method:"deleteArticle",verb:"DELETE",title:"Delete an article",permission:"knowledge:write",params:["articleId"],hasTag:true};
export const answerKnowledgeQuestion: Operation = {id:"answerKnowledgeQuestion",group:"knowledge",method:"answerQuestion",verb:"POST",title:"Answer a question from the records that the caller may read",permission:"knowledge:answer",params:[],body:"record",fields:KnowledgeQuestion};
