import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { type Asked, anyOf, readQuestion } from './asked.ts';
import { type Segment, toSegments } from './segments.ts';
import { type FoundRow, type Search, selectFound, selectSuggestions } from './store.ts';
import { type PassageType, type RecordType, readable, recordPath } from './types.ts';

/** A passage that the caller may read. A record may have several: `part` says which of them it is. */
export type FoundPassage = {
  type: PassageType;
  id: string;
  part: number;
  title: string;
  headings: string[];
  text: string;
  /** Path at which the record, or the part of the documentation, can be read. */
  link: string;
  /** The higher, the better; comparable within one search only. */
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
  asked: Asked;
  types?: readonly PassageType[] | undefined;
  /** The documentation of the program that asks: `Documentation.build`. */
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

/** The statement of a page of what is found, with one passage of each record. */
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

/** As many passages of one record as are of use beside those of others. */
const ofEachRecord = 3;

/**
 * Searches as the caller: answers passages that it may read, best first, whole. Where too few have all words, those follow
 * that have some.
 * @param given `q` in the words of the caller; `build` is that of the program's documentation
 * @throws 400 for more words than are searched for at once
 */
export async function searchPassages(
  scope: OrgTransaction,
  given: { q: string; types?: readonly PassageType[] | undefined; limit: number; build: string },
): Promise<FoundPassage[]> {
  const asked = readQuestion(given.q);
  if (asked.wanted === '') return [];
  const page = { ofEach: ofEachRecord, limit: given.limit, offset: 0, isMarked: false };
  const find = async (words: Asked) => {
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

/** As short as a word may be that another one is suggested for. */
const shortest = 4;

/** Selects what the words of a question may have meant. Undefined where none is long enough. */
export function selectMeant(scope: OrgScope, { asked, build }: Question): Statement | undefined {
  const words = [...new Set(asked.words.map((word) => word.toLowerCase()))].filter(
    (word) => word.length >= shortest,
  );
  return words.length > 0 ? selectSuggestions(words, readable(scope.permissions), build) : undefined;
}

/** The question with the words that were meant; undefined where nothing is to be suggested. */
export function suggestionOf(q: string, rows: readonly Row[]): string | undefined {
  if (rows.length === 0) return undefined;
  const instead = new Map(rows.map((row) => [row.word as string, row.instead as string]));
  return q.replaceAll(/[\p{L}\p{N}_]+/gu, (word) => instead.get(word.toLowerCase()) ?? word);
}
