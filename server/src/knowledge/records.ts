import type { z } from 'zod';
import {
  closedEnum,
  codeText,
  decimal,
  fieldOf,
  flag,
  idText,
  integer,
  list,
  longest,
  nameText,
  nullable,
  record,
  text,
  texts,
  time,
  urlText,
} from '../platform/records/fields.ts';
import { longestQuestion } from './asked.ts';
import { passageTypes } from './types.ts';

const body = text('Text in Markdown.');
const tags = list(codeText('A word.'), 'Additional search words, at most 50.', 50);

export const KnowledgeArticle = record('KnowledgeArticle', 'An article written by the organization.', {
  body,
  createdBy: idText('Member or API client that created the article.'),
  creationTime: time('Creation time.'),
  id: idText('Identifier.'),
  lastUpdatedBy: idText('Member or API client that last changed the article.'),
  lastUpdateTime: time('Time of the last change.'),
  organizationID: idText('Organization.'),
  tags,
  title: nameText('Title; required.'),
});
export type KnowledgeArticle = z.infer<typeof KnowledgeArticle>;

export const UpdateKnowledgeArticleParams = record(
  'UpdateKnowledgeArticleParams',
  'Changes to an article. Absent fields are unchanged; null removes the text or the tags.',
  { body: nullable(body), tags: nullable(tags), title: nameText('Title.') },
);
export type UpdateKnowledgeArticleParams = z.infer<typeof UpdateKnowledgeArticleParams>;

export const KnowledgePassageType = closedEnum(
  'KnowledgePassageType',
  'Type of a result: a part of the documentation (GUIDE, ERROR, OPERATION), or a record of the organization.',
  passageTypes,
);

const KnowledgeSegment = record('KnowledgeSegment', 'A piece of a text.', {
  hit: flag('Whether the piece matches a word of the query.'),
  text: text('Plain text. Never render it as HTML.'),
});

const KnowledgeSearchResult = record('KnowledgeSearchResult', 'A search result.', {
  headings: texts('Headings above the passage.', longest.name),
  id: idText('Identifier of the record, or name of the part of the documentation.'),
  link: urlText('Path of the record, or of the part of the documentation, at this service.'),
  score: decimal('Relevance: higher is better; comparable only within one response.'),
  snippet: list(
    KnowledgeSegment,
    'Excerpt of the best passage; empty when there is no text except the title.',
  ),
  title: nameText('Title.'),
  type: fieldOf(KnowledgePassageType, 'Type.'),
});

export const KnowledgeSearchResponse = record(
  'KnowledgeSearchResponse',
  'A page of search results, best first.',
  {
    items: list(KnowledgeSearchResult, 'The results.'),
    nextOffset: integer('Offset of the next page; absent on the last page.'),
    suggestion: text(
      `A corrected query, when there are few results; ${longestQuestion} characters or slightly more.`,
    ),
    totalCount: integer('Number of results, counted up to 1000.'),
  },
);
