import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/** Creates an article and returns its id. */
export async function writeArticle(
  app: TestApp,
  { id, token }: TestOrganization,
  body: object = {},
): Promise<string> {
  const reply = await app.request('POST', `/org/${id}/knowledge/article`, {
    token,
    body: { title: 'Notes', ...body },
  });
  if (reply.status !== 200) throw new Error(`no article: ${reply.text}`);
  return reply.body.id;
}

/** Provides an article, and replaces a deleted article. */
export function createKnowledgeRecords(app: TestApp, org: TestOrganization) {
  let articleId: string | undefined;
  return {
    ids: async ({ path }: Operation) => {
      if (!path.includes('{articleId}')) return {};
      articleId ??= await writeArticle(app, org);
      return { articleId };
    },
    used: ({ operationId }: Operation) => {
      if (operationId === 'deleteKnowledgeArticle') articleId = undefined;
    },
  };
}
