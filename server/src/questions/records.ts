import type { z } from 'zod';
import { longestQuestion, mostWords } from '../knowledge/index.ts';
import { KnowledgePassageType } from '../knowledge/records.ts';
import {
  decimal,
  fieldOf,
  flag,
  idText,
  integer,
  list,
  nameText,
  nullable,
  openEnum,
  record,
  shortText,
  text,
  urlText,
} from '../platform/records/fields.ts';

export const KnowledgeQuestion = record(
  'KnowledgeQuestion',
  'A question about the documentation and the organization’s records.',
  {
    question: shortText(`The question, in at most ${mostWords} words; required.`, longestQuestion),
    type: fieldOf(KnowledgePassageType, 'Only search passages of this type; all types by default.'),
  },
);
export type KnowledgeQuestion = z.infer<typeof KnowledgeQuestion>;

export const KnowledgeCitation = record('KnowledgeCitation', 'A source of an answer.', {
  id: idText('Identifier of the record or page.'),
  link: urlText('Path of the record or page.'),
  title: nameText('Title.'),
  type: fieldOf(KnowledgePassageType, 'Type.'),
});

export const KnowledgeAnswerUsage = record('KnowledgeAnswerUsage', 'The resources used for an answer.', {
  chargedCents: decimal('Cost to the organization in cents and fractions of cents; includes free use.'),
  inputTokens: nullable(integer('Number of input tokens; null if the language model did not report it.')),
  outputTokens: nullable(integer('Number of output tokens; null if the language model did not report it.')),
  provider: openEnum('Owner of the language model; absent if no language model was called.', [
    'OPERATOR',
    'INTEGRATION',
  ]),
});

export const KnowledgeAnswer = record('KnowledgeAnswer', 'An answer with its sources.', {
  answer: text(
    'Plain text. A number in brackets refers to the citation at that position, from [1]. Absent if no source supports an answer.',
  ),
  citations: list(KnowledgeCitation, 'The sources of the answer, in the order of citation.'),
  found: flag('Whether the question could be answered.'),
  usage: KnowledgeAnswerUsage,
});
export type KnowledgeAnswer = z.infer<typeof KnowledgeAnswer>;
