import { invalid } from '../platform/errors.ts';

export const longestQuestion = 500;
export const mostWords = 32;

/** What is searched for: what is to be there, what is not, and the single words of the first. */
export type Asked = { wanted: string; excluded: string; words: string[] };

const word = /[\p{L}\p{N}_]+/gu;
const negated = /(^|\s)-("[^"]*"?|[^\s"]+)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no passage has them
const controls = /[\u0000-\u001f\u007f]/g;

/**
 * Reads a question: words, "words in their order", `or`, and `-word` for what is not to be there.
 * @throws 400 for more words than are searched for at once
 */
export function readQuestion(q: string): Asked {
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

/** The same words, of which any may be there. */
export const anyOf = ({ words, excluded }: Asked): Asked => ({
  wanted: words.filter((found) => found.toLowerCase() !== 'or').join(' or '),
  excluded,
  words,
});
