import type { RowOf } from '../platform/database/rows.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../platform/records/encode.ts';

const listed = [
  ['id', 'id', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['title', 'title', 'text'],
  ['tags', 'tags', 'texts'],
  ['createdBy', 'created_by', 'text'],
  ['lastUpdatedBy', 'last_updated_by', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'knowledge_article'>;
const columns = [...listed, ['body', 'body', 'text']] as const satisfies FieldsIn<'knowledge_article'>;

export type ArticleRow = RowOf<'knowledge_article', ColumnsOf<typeof columns> | 'sequence'>;

export const encodeArticle = recordEncoder(columns);
/** Encodes an article for lists, without its text. */
export const encodeListedArticle = recordEncoder(listed);
export const listedColumns = listed.map(([, column]) => column);
export const articleColumnList = `${columnList(columns, 'a')}, a.sequence`;

export const articleEvents = createEntityEvents<ArticleRow, 'CREATE' | 'UPDATE'>(
  'KNOWLEDGE_ARTICLE',
  encodeArticle,
);
