import { z } from 'zod';
import { readRoute } from '../platform/http/read-route.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { listBatch } from '../platform/lists/list-answer.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { createArticle, deleteArticle, selectArticle, updateArticle } from './articles.ts';
import { encodeArticle, encodeListedArticle, listedColumns } from './columns.ts';
import { knowledgeErrors } from './errors.ts';
import { KnowledgeArticle, UpdateKnowledgeArticleParams } from './records.ts';

const path = '/org/{orgId}/knowledge/article';
const pathOfOne = '/org/{orgId}/knowledge/article/{articleId}';
const group = 'Knowledge Search';
const notFound = knowledgeErrors.knowledge_article_not_found;
const common = { group, response: KnowledgeArticle, responseDescription: 'The article' } as const;
const condition = { of: pathOfOne, lock: lockRows(['knowledge_article', 'articleId']) };
const example = {
  title: 'Who approves discounts',
  body: '# Discounts\n\nUp to 20 percent: the account’s owner.\n\n## More than that\n\nAsk the deal desk.',
  tags: ['pricing'],
};

const reads = () => [
  route({
    method: 'GET',
    path,
    operationId: 'listKnowledgeArticles',
    group,
    summary: 'List articles',
    description: 'Lists articles in order of creation time and id, without their texts.',
    access: 'knowledge:read',
    query: z.object(pageParameters()),
    response: z.array(KnowledgeArticle),
    responseDescription: 'The articles',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'knowledge_article',
          columns: listedColumns,
          filters: {},
          encode: encodeListedArticle,
        }),
    },
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getKnowledgeArticle',
    summary: 'Get an article',
    access: 'knowledge:read',
    select: (scope, { articleId }) => selectArticle(scope, articleId),
    notFound,
    encode: encodeArticle,
  }),
];

const changes = () => [
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createKnowledgeArticle',
    summary: 'Create an article',
    description:
      'Creates an article in Markdown, which every member may read and search. `title` is required; the text has at ' +
      'most 100,000 characters.',
    access: 'knowledge:write',
    body: KnowledgeArticle,
    serverSetFields: ['id', 'organizationID', 'createdBy', 'lastUpdatedBy', 'creationTime', 'lastUpdateTime'],
    example,
    quota: 'knowledgeArticles',
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => ({
        body: new RawJson(encodeArticle(await createArticle(scope, body))),
      }),
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateKnowledgeArticle',
    condition,
    summary: 'Change an article',
    access: 'knowledge:write',
    body: UpdateKnowledgeArticleParams,
    example: { tags: ['pricing', 'approval'] },
    errors: [notFound.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeArticle(await updateArticle(scope, params.articleId, body))),
      }),
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteKnowledgeArticle',
    group,
    condition,
    summary: 'Delete an article',
    access: 'knowledge:write',
    response: z.string(),
    responseDescription: 'The id of the article',
    errors: [notFound.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await deleteArticle(scope, params.articleId);
        return { body: params.articleId };
      },
    },
  }),
];

export const articleRoutes = () => [...reads(), ...changes()];
