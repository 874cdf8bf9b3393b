import type { z } from 'zod';
import { longestQuestion, mostWords } from '../knowledge/index.ts';
import { KnowledgePassageType } from '../knowledge/records.ts';
import {
  decimal,
  flag,
  idText,
  list,
  nameText,
  nullable,
  of,
  openEnum,
  record,
  shortText,
  text,
  urlText,
  whole,
} from '../platform/records/fields.ts';

export const KnowledgeQuestion = record(
  'KnowledgeQuestion',
  'A question to the knowledge of the organization.',
  {
    question: shortText(`The question, in at most ${mostWords} words; required.`, longestQuestion),
    type: of(KnowledgePassageType, 'Only what is of this type is asked; all of it when absent.'),
  },
);
export type KnowledgeQuestion = z.infer<typeof KnowledgeQuestion>;

export const KnowledgeCitation = record('KnowledgeCitation', 'What an answer is taken from.', {
  id: idText('Identifier of the record or of the page.'),
  link: urlText('Where it is read.'),
  title: nameText('What it is called.'),
  type: of(KnowledgePassageType, 'What it is.'),
});

export const KnowledgeAnswerUsage = record('KnowledgeAnswerUsage', 'What an answer was made with.', {
  chargedCents: decimal(
    'What it costs the organization, in cents and fractions of them; free use counts, too.',
  ),
  inputTokens: nullable(whole('How much the language model read; null where it did not say so.')),
  outputTokens: nullable(whole('How much it wrote; null where it did not say so.')),
  provider: openEnum('Whose language model was asked; absent where none was.', ['OPERATOR', 'INTEGRATION']),
});

export const KnowledgeAnswer = record('KnowledgeAnswer', 'An answer, and what it is taken from.', {
  answer: text(
    'Plain text. A number in brackets is the citation at that place, from [1]. Absent where nothing was found.',
  ),
  citations: list(KnowledgeCitation, 'What the answer is taken from, in the order in which it is named.'),
  found: flag('Whether something was found that answers the question.'),
  usage: KnowledgeAnswerUsage,
});
export type KnowledgeAnswer = z.infer<typeof KnowledgeAnswer>;
