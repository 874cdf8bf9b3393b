import { z } from 'zod';
import { invalid } from '../errors.ts';
import { longest, millisecondsOf } from '../records/fields.ts';

/** The most that a list of words in a query may be long: all states of a record have their place in it. */
const longestWords = 2000;

const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
];

/**
 * Makes a parameter that takes several words of a closed list, with commas between them. In the document it is a list of
 * them; a 400 names the parameter, not the place of a word in it.
 */
const wordsParameter = <V extends string, T>(
  word: z.ZodType<V> & { options: V[] },
  description: string,
  toValue: (words: V[]) => T,
) =>
  z
    .preprocess((given, context) => {
      const text = typeof given === 'string' ? given : '';
      const words = wordsOf(text.slice(0, longestWords + 1));
      const known: readonly string[] = word.options;
      if (text.length > longestWords || words.length === 0 || words.some((each) => !known.includes(each)))
        context.issues.push({
          code: 'custom',
          message: `must be one of ${known.map((each) => `"${each}"`).join(', ')}, or several with commas`,
          input: given,
        });
      return words;
    }, z.array(word).min(1).max(word.options.length))
    .transform(toValue)
    .optional()
    .meta({ description, param: { style: 'form', explode: false } });

/**
 * A closed enumeration in a query, of which several may be given with commas; a single one is what it was before there
 * could be several.
 */
export const severalOf = <V extends string>(word: z.ZodType<V> & { options: V[] }, description: string) =>
  wordsParameter(word, description, (words): V | V[] => (words.length === 1 ? (words[0] as V) : words));

const timeParameter = (description: string) =>
  z
    .string()
    .refine(
      (text) => millisecondsOf(text) !== undefined,
      'must be an RFC 3339 time with an offset, or a date',
    )
    .transform((text) => new Date(millisecondsOf(text) as number).toISOString())
    .meta({ description, override: { type: 'string', maxLength: 40 } });

/**
 * `search`, `from`, `to` and `fields`, which a list takes that people look through.
 * @param searched what `search` looks at, as a sentence
 * @param fields the fields that a record of the list may have
 */
export const narrowingParameters = (searched: string, fields: readonly string[]) => ({
  search: z
    .string()
    .max(longest.id)
    .transform((text) => text.trim())
    .meta({ description: `Only rows that have this text, in which no sign has a meaning. ${searched}` })
    .optional(),
  from: timeParameter('Only rows that were created then or later').optional(),
  to: timeParameter('Only rows that were created before').optional(),
  fields: wordsParameter(
    z.enum(fields as readonly [string, ...string[]]),
    'Only these fields of each row, and its id; the others are left out',
    (words) => words,
  ),
});

export type NarrowingParameters = {
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  fields?: string[] | undefined;
};

/** Part of when rows were created: from a time on, and before another. */
export type Span = { from?: string | undefined; to?: string | undefined };

/** @throws 400 where it ends before it begins */
export function spanOf({ from, to }: NarrowingParameters): Span {
  if (from !== undefined && to !== undefined && from > to)
    throw invalid([{ pointer: 'from', message: 'must not be after to' }]);
  return { from, to };
}
