import { z } from 'zod';
import { invalid } from '../errors.ts';
import { longest, millisecondsOf } from '../records/fields.ts';

/** The maximum length of a comma-separated parameter: long enough for all statuses of a record. */
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
 * Creates a parameter for several values of an enumeration, separated by commas. OpenAPI describes the parameter as an
 * array; a 400 names the parameter instead of a position in the array.
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
          message: `must be one of ${known.map((each) => `"${each}"`).join(', ')}, or several separated by commas`,
          input: given,
        });
      return words;
    }, z.array(word).min(1).max(word.options.length))
    .transform(toValue)
    .optional()
    .meta({ description, param: { style: 'form', explode: false } });

/**
 * Creates a query parameter for one or more values of an enumeration, separated by commas. A single value is passed as
 * a string, for compatibility with the time before several values were accepted.
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
 * Returns the parameters `search`, `from`, `to` and `fields` of lists that users browse.
 * @param searched a sentence that names the searched fields
 * @param fields the possible fields of the list's records
 */
export const narrowingParameters = (searched: string, fields: readonly string[]) => ({
  search: z
    .string()
    .max(longest.id)
    .transform((text) => text.trim())
    .meta({ description: `Only rows that contain this text; it has no wildcards. ${searched}` })
    .optional(),
  from: timeParameter('Only rows that were created at this time or later').optional(),
  to: timeParameter('Only rows that were created before this time').optional(),
  fields: wordsParameter(
    z.enum(fields as readonly [string, ...string[]]),
    'Fields to return of each row, besides its id',
    (words) => words,
  ),
});

export type NarrowingParameters = {
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  fields?: string[] | undefined;
};

/** A range of creation times; `from` is inclusive, `to` exclusive. */
export type Span = { from?: string | undefined; to?: string | undefined };

/** Reads the range of creation times from a query. @throws 400 if the range ends before it begins */
export function spanOf({ from, to }: NarrowingParameters): Span {
  if (from !== undefined && to !== undefined && from > to)
    throw invalid([{ pointer: 'from', message: 'must not be after to' }]);
  return { from, to };
}
