import { invalid } from '../platform/errors.ts';

export const longestQuestion = 500;
export const mostWords = 32;

/** A parsed query: the wanted terms, the excluded terms, and the single words of the wanted terms. */
export type ParsedQuery = { wanted: string; excluded: string; words: string[] };

const word = /[\p{L}\p{N}_]+/gu;
const negated = /(^|\s)-("[^"]*"?|[^\s"]+)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: passages contain none of these
const controls = /[\u0000-\u001f\u007f]/g;

/**
 * Parses a query: words, "words in order", `or`, and `-word` for excluded words.
 * @throws 400 for more words than a query may have
 */
export function readQuestion(q: string): ParsedQuery {
  const text = q.normalize('NFC').replaceAll(controls, ' ');
  if (Array.from(text.matchAll(word)).length > mostWords)
    throw invalid([{ pointer: 'q', message: `must have at most ${mostWords} words` }]);
  const excluded: string[] = [];
  const wanted = text.replaceAll(negated, (_, before: string, unwanted: string) => {
    excluded.push(unwanted);
    return before;
  });
  return {
    wanted: wanted.trim(),
    excluded: excluded.join(' or '),
    words: Array.from(wanted.matchAll(word), ([found]) => found),
  };
}

/** Returns the same query with its words joined by OR. */
export const anyOf = ({ words, excluded }: ParsedQuery): ParsedQuery => ({
  wanted: words.filter((found) => found.toLowerCase() !== 'or').join(' or '),
  excluded,
  words,
});
