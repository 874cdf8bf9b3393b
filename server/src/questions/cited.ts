import type { FoundPassage } from '../knowledge/index.ts';
import { withoutMarkup } from './markup.ts';
import { visibleText } from './prompt.ts';

/** A cited record or part of the documentation, listed once even if several of its passages are cited. */
export type Citation = Pick<FoundPassage, 'type' | 'id' | 'title' | 'link'>;
export type CitedAnswer = { answer: string; citations: Citation[] };

/** The maximum length of an answer; longer answers are truncated. */
const longestAnswer = 10_000;
const marker = /\[\s*(\d{1,4}(?:\s*[,;]\s*\d{1,4}){0,20})\s*\]/g;
const none = /^\W*NONE\W*$/i;

/**
 * Parses a language model's answer. Markers of given passages are renumbered as citations, in the order of their first
 * citation; other markers are removed. The result is plain text with no URLs except the URLs of its sources.
 * @param given the passages that were sent to the language model; the first passage is source 1
 * @returns undefined for an answer without a cited passage, which would be unsupported
 */
export function readAnswer(said: string, given: readonly FoundPassage[]): CitedAnswer | undefined {
  const links = given.map(({ link }) => link);
  const { cite, citations } = createCitations(given);
  const text = visibleText(said.slice(0, longestAnswer)).replaceAll('【', '[').replaceAll('】', ']');
  const marked = withoutMarkup(text, links)?.replaceAll(marker, (_, numbers: string) => {
    const places = numbers.split(/\D+/).flatMap((number) => cite(Number(number)) ?? []);
    return [...new Set(places)].map((place) => `[${place}]`).join('');
  });
  // Removing a marker may have joined the text around it into a URL.
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
    /** Returns the position of the citation of a source, from 1; undefined for an unknown source. */
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
