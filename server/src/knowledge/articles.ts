import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, insertInto } from '../platform/database/define-statement.ts';
import { mustChange } from '../platform/database/must-change.ts';
import type { Statement } from '../platform/database/statement.ts';
import { invalid } from '../platform/errors.ts';
import { type ArticleRow, articleColumnList, articleEvents } from './columns.ts';
import { knowledgeErrors } from './errors.ts';
import { markdownSections } from './markdown.ts';
import type { PassageSource } from './passages.ts';
import type { KnowledgeArticle, UpdateKnowledgeArticleParams } from './records.ts';

export const selectArticle = (scope: Pick<OrgScope, 'organizationId'>, id: string): Statement => ({
  name: 'select_article',
  text: `SELECT ${articleColumnList} FROM knowledge_article a WHERE a.organization_id = $1 AND a.id = $2`,
  values: [scope.organizationId, id],
});

/** @throws 404 */
async function lockArticle(scope: OrgTransaction, id: string): Promise<ArticleRow> {
  const { text, values } = selectArticle(scope, id);
  const [row] = await scope.query<ArticleRow>({ name: 'lock_article', text: `${text} FOR UPDATE`, values });
  if (!row) throw knowledgeErrors.knowledge_article_not_found();
  return row;
}

const insert = insertInto('insert_article', 'knowledge_article', [
  'organization_id',
  'id',
  'title',
  'body',
  'tags',
  'created_by',
  'last_updated_by',
  'creation_time',
  'last_update_time',
]);

/** Inserts an article and its event. @throws 400 without a title */
export async function createArticle(scope: OrgTransaction, given: KnowledgeArticle): Promise<ArticleRow> {
  const now = scope.now.toISOString();
  const row: ArticleRow = {
    organization_id: scope.organizationId,
    id: scope.newId('art'),
    title: requireTitle(given.title),
    body: given.body ?? '',
    tags: given.tags ?? [],
    created_by: scope.actor.id,
    last_updated_by: scope.actor.id,
    creation_time: now,
    last_update_time: now,
    sequence: 1,
  };
  await scope.query(insert(row));
  await scope.query(articleEvents.record(scope, 'CREATE', row));
  return row;
}

function requireTitle(title: string | undefined): string {
  if (!title?.trim()) throw invalid([{ pointer: '/title', message: 'must not be empty' }]);
  return title;
}

const update = defineStatement(
  'change_article',
  {
    key: columns('knowledge_article', ['organization_id', 'id']),
    article: columns('knowledge_article', ['title', 'body', 'tags', 'last_updated_by', 'last_update_time']),
  },
  ({ key, article }) => `UPDATE knowledge_article a SET ${article.set}, sequence = a.sequence + 1
    WHERE ${key.equals('a')} RETURNING ${articleColumnList}`,
);

/** Changes the given fields of an article. @throws 404, 400 for an empty title */
export async function updateArticle(
  scope: OrgTransaction,
  id: string,
  given: UpdateKnowledgeArticleParams,
): Promise<ArticleRow> {
  const before = await lockArticle(scope, id);
  const [row] = await scope.query<ArticleRow>(
    update({
      key: { organization_id: scope.organizationId, id },
      article: {
        title: given.title === undefined ? before.title : requireTitle(given.title),
        body: given.body === undefined ? before.body : (given.body ?? ''),
        tags: given.tags === undefined ? before.tags : (given.tags ?? []),
        last_updated_by: scope.actor.id,
        last_update_time: scope.now,
      },
    }),
  );
  if (!row) throw new Error(`article ${id} does not exist`);
  await scope.query(articleEvents.record(scope, 'UPDATE', row, before));
  return row;
}

/** Deletes an article. @throws 404 */
export async function deleteArticle(scope: OrgTransaction, id: string): Promise<void> {
  const row = await lockArticle(scope, id);
  await scope.query(
    mustChange({
      name: 'delete_article',
      text: 'DELETE FROM knowledge_article WHERE organization_id = $1 AND id = $2',
      values: [scope.organizationId, id],
    }),
  );
  await scope.query(articleEvents.recordRemoved(scope, row));
}

export const countArticles = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_articles',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM knowledge_article a WHERE a.organization_id = $1 LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});

/** Articles as search passages, with the sections below their headings, and their tags. */
export const articlePassages: PassageSource = {
  type: 'ARTICLE',
  entityType: 'KNOWLEDGE_ARTICLE',
  atOnce: 20,
  load: async (scope, ids) => {
    const rows = await scope.query<ArticleRow>({
      name: 'load_articles',
      text: `SELECT ${articleColumnList} FROM knowledge_article a WHERE a.organization_id = $1 AND a.id = ANY ($2)`,
      values: [scope.organizationId, ids],
    });
    return rows.map(({ id, title, body, tags }) => {
      const words = tags.length > 0 ? [{ headings: [], text: tags.join(', ') }] : [];
      return { id, title, sections: [...words, ...markdownSections(body)] };
    });
  },
  idsAfter: async (scope, after, limit) => {
    const rows = await scope.query<{ id: string }>({
      name: 'articles_after',
      text: `SELECT a.id FROM knowledge_article a WHERE a.organization_id = $1 AND a.id > $2 ORDER BY a.id LIMIT $3`,
      values: [scope.organizationId, after, limit],
    });
    return rows.map(({ id }) => id);
  },
};
