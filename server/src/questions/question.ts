import { mostWords, type PassageType } from '../knowledge/index.ts';
import { invalid } from '../platform/errors.ts';
import type { KnowledgeQuestion } from './records.ts';

const word = /[\p{L}\p{N}_]+/gu;

export type Question = { question: string; types: readonly PassageType[] | undefined };

/** Parses the question and its type filter. @throws 400 for a question without words, or with too many words */
export function requireQuestion({ question = '', type }: KnowledgeQuestion): Question {
  const pointer = '/question';
  const words = question.match(word) ?? [];
  if (words.length === 0) throw invalid([{ pointer, message: 'is required' }]);
  if (words.length > mostWords) throw invalid([{ pointer, message: `must have at most ${mostWords} words` }]);
  return { question, types: type === undefined ? undefined : [type] };
}
