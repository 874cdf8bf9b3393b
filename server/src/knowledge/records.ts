import type { z } from 'zod';
import {
  closedEnum,
  codeText,
  decimal,
  flag,
  idText,
  list,
  longest,
  nameText,
  nullable,
  of,
  record,
  text,
  texts,
  time,
  urlText,
  whole,
} from '../platform/records/fields.ts';
import { longestQuestion } from './asked.ts';
import { passageTypes } from './types.ts';

const body = text('Its text, in Markdown.');
const tags = list(codeText('A word.'), 'Words that it is found by, beside its own; at most 50.', 50);

export const KnowledgeArticle = record(
  'KnowledgeArticle',
  'An article that the organization writes itself.',
  {
    body,
    createdBy: idText('Who wrote it.'),
    creationTime: time('When it was written.'),
    id: idText('Identifier.'),
    lastUpdatedBy: idText('Who changed it last.'),
    lastUpdateTime: time('When it last changed.'),
    organizationID: idText('Organization that wrote it.'),
    tags,
    title: nameText('What it is called; required.'),
  },
);
export type KnowledgeArticle = z.infer<typeof KnowledgeArticle>;

export const UpdateKnowledgeArticleParams = record(
  'UpdateKnowledgeArticleParams',
  'What is to change of an article. What is absent stays; null takes text or words away.',
  { body: nullable(body), tags: nullable(tags), title: nameText('What it is called.') },
);
export type UpdateKnowledgeArticleParams = z.infer<typeof UpdateKnowledgeArticleParams>;

export const KnowledgePassageType = closedEnum(
  'KnowledgePassageType',
  'What was found: a part of the documentation (GUIDE, ERROR, OPERATION), or a record of the organization.',
  passageTypes,
);

const KnowledgeSegment = record('KnowledgeSegment', 'A piece of a text.', {
  hit: flag('Whether it is a word that was asked for.'),
  text: text('Plain text: it is to be shown as it is, and never as HTML.'),
});

const KnowledgeSearchResult = record('KnowledgeSearchResult', 'What was found.', {
  headings: texts('Headings that lead to the place in it.', longest.name),
  id: idText('Identifier of the record; of the documentation, name of the part.'),
  link: urlText('Path of the record, or of the part of the documentation, at this service.'),
  score: decimal('The higher, the better; to be compared within one answer only.'),
  snippet: list(KnowledgeSegment, 'The best place in it; empty where it has no text beside its title.'),
  title: nameText('What it is called.'),
  type: of(KnowledgePassageType, 'What it is.'),
});

export const KnowledgeSearchResponse = record(
  'KnowledgeSearchResponse',
  'A page of what was found, best first.',
  {
    items: list(KnowledgeSearchResult, 'What was found.'),
    nextOffset: whole('Offset of the next page; absent on the last one.'),
    suggestion: text(
      `What may have been meant, where little was found; ${longestQuestion} characters or a few more.`,
    ),
    totalCount: whole('How many were found, counted to 1000.'),
  },
);
