import type { FoundPassage } from '../knowledge/index.ts';
import { withoutMarkup } from './markup.ts';
import { visibleText } from './prompt.ts';

/** What is cited: a record or a part of the documentation, once, however many of its passages were. */
export type Citation = Pick<FoundPassage, 'type' | 'id' | 'title' | 'link'>;
export type CitedAnswer = { answer: string; citations: Citation[] };

/** The longest answer: what a language model says beyond is left out. */
const longestAnswer = 10_000;
const marker = /\[\s*(\d{1,4}(?:\s*[,;]\s*\d{1,4}){0,20})\s*\]/g;
const none = /^\W*NONE\W*$/i;

/**
 * Reads what a language model answered. Markers of passages that it was given become those of the citations, counted from 1 in
 * the order in which they are first cited; others are taken out. What is left is plain text without addresses but those of
 * its sources.
 * @param given the passages that the language model was given: the first is source 1
 * @returns nothing where no passage is cited: then nothing says that the answer is true
 */
export function readAnswer(said: string, given: readonly FoundPassage[]): CitedAnswer | undefined {
  const links = given.map(({ link }) => link);
  const { cite, citations } = createCitations(given);
  const text = visibleText(said.slice(0, longestAnswer)).replaceAll('【', '[').replaceAll('】', ']');
  const marked = withoutMarkup(text, links)?.replaceAll(marker, (_, numbers: string) => {
    const places = numbers.split(/\D+/).flatMap((number) => cite(Number(number)) ?? []);
    return [...new Set(places)].map((place) => `[${place}]`).join('');
  });
  // What a marker stood in may be an address without it.
  const answer = marked === undefined ? undefined : withoutMarkup(marked, links);
  if (answer === undefined || citations.length === 0) return undefined;
  const isNamed = citations.every((_, index) => answer.includes(`[${index + 1}]`));
  const words = answer.replaceAll(marker, '');
  return !isNamed || none.test(words) || words.trim() === '' ? undefined : { answer, citations };
}

function createCitations(given: readonly FoundPassage[]) {
  const citations: Citation[] = [];
  const places = new Map<string, number>();
  return {
    citations,
    /** The place of the citation of a source, from 1; nothing for a source that is none. */
    cite: (source: number): number | undefined => {
      const passage = given[source - 1];
      if (!passage) return undefined;
      const { type, id, title, link } = passage;
      const known = places.get(`${type} ${id}`);
      if (known !== undefined) return known;
      const place = citations.push({ type, id, title, link });
      places.set(`${type} ${id}`, place);
      return place;
    },
  };
}
