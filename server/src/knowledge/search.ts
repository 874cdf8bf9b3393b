import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { anyOf, type ParsedQuery, readQuestion } from './asked.ts';
import { type Segment, toSegments } from './segments.ts';
import { type FoundRow, type Search, selectFound, selectSuggestions } from './store.ts';
import { type PassageType, type RecordType, readable, recordPath } from './types.ts';

/** A passage that the caller may read. `part` distinguishes several passages of the same record. */
export type FoundPassage = {
  type: PassageType;
  id: string;
  part: number;
  title: string;
  headings: string[];
  text: string;
  /** The path at which the record or the part of the documentation can be read. */
  link: string;
  /** Relevance: higher is better; comparable only within one search. */
  score: number;
};

export type SearchResult = {
  type: PassageType;
  id: string;
  title: string;
  headings: string[];
  snippet: Segment[];
  link: string;
  score: number;
};

type Question = {
  asked: ParsedQuery;
  types?: readonly PassageType[] | undefined;
  /** The id of the documentation of the calling program: `Documentation.build`. */
  build: string;
};

const searchOf = (
  scope: OrgScope,
  { asked, types, build }: Question,
  page: Pick<Search, 'ofEach' | 'limit' | 'offset' | 'isMarked'>,
): Statement =>
  selectFound({
    wanted: asked.wanted,
    excluded: asked.excluded,
    permissions: readable(scope.permissions),
    types,
    build,
    ...page,
  });

/** Returns the statement for a page of results, with one passage of each record. */
export const selectPage = (
  scope: OrgScope,
  question: Question,
  page: { limit: number; offset: number },
): Statement => searchOf(scope, question, { ...page, ofEach: 1, isMarked: true });

export function pageOf(scope: OrgScope, rows: readonly Row[]): { total: number; items: SearchResult[] } {
  const found = rows as FoundRow[];
  return {
    total: found[0]?.total ?? 0,
    items: found.flatMap((row) => {
      if (row.type === null) return [];
      const { type, id, title, headings, score } = row;
      const link = linkOf(scope, row);
      return [
        { type: type as PassageType, id, title, headings, snippet: toSegments(row.content), link, score },
      ];
    }),
  };
}

const linkOf = (scope: OrgScope, { type, id, link }: FoundRow): string =>
  link ?? recordPath(scope.organizationId, type as RecordType, id);

/** The maximum number of passages of one record in a response, so that other records are included. */
const ofEachRecord = 3;

/**
 * Searches with the caller's permissions and returns whole passages, best first. If too few passages contain all words,
 * passages with some of the words follow.
 * @param given `q` is the caller's query; `build` is the id of this version's documentation
 * @throws 400 for more words than a query may have
 */
export async function searchPassages(
  scope: OrgTransaction,
  given: { q: string; types?: readonly PassageType[] | undefined; limit: number; build: string },
): Promise<FoundPassage[]> {
  const asked = readQuestion(given.q);
  if (asked.wanted === '') return [];
  const page = { ofEach: ofEachRecord, limit: given.limit, offset: 0, isMarked: false };
  const find = async (words: ParsedQuery) => {
    const rows = await scope.query<FoundRow>(searchOf(scope, { ...given, asked: words }, page));
    return rows.filter(({ type }) => type !== null);
  };
  const found = await find(asked);
  const isKnown = new Set(found.map(keyOf));
  const others = found.length < given.limit ? await find(anyOf(asked)) : [];
  return [...found, ...others.filter((row) => !isKnown.has(keyOf(row)))].slice(0, given.limit).map((row) => ({
    type: row.type as PassageType,
    id: row.id,
    part: row.part,
    title: row.title,
    headings: row.headings,
    text: row.content,
    link: linkOf(scope, row),
    score: row.score,
  }));
}

const keyOf = ({ type, id, part }: FoundRow): string => `${type} ${id} ${part}`;

/** The minimum length of a word for which a correction is suggested. */
const shortest = 4;

/** Selects corrections of the words of a query. Undefined if all words are too short. */
export function selectMeant(scope: OrgScope, { asked, build }: Question): Statement | undefined {
  const words = [...new Set(asked.words.map((word) => word.toLowerCase()))].filter(
    (word) => word.length >= shortest,
  );
  return words.length > 0 ? selectSuggestions(words, readable(scope.permissions), build) : undefined;
}

/** Returns the query with corrected words; undefined without a suggestion. */
export function suggestionOf(q: string, rows: readonly Row[]): string | undefined {
  if (rows.length === 0) return undefined;
  const instead = new Map(rows.map((row) => [row.word as string, row.instead as string]));
  return q.replaceAll(/[\p{L}\p{N}_]+/gu, (word) => instead.get(word.toLowerCase()) ?? word);
}
