import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import type { Passage } from './passages.ts';
import { neededFor, type RecordType } from './types.ts';

/**
 * Acquires the index lock, under which passages of the organization are written; waits if another transaction has the
 * lock.
 */
export async function acquireIndexLock(scope: OrgTransaction): Promise<void> {
  await scope.query({
    name: 'acquire_index_lock',
    text: 'SELECT pg_advisory_xact_lock(72394417, hashtext($1))',
    values: [scope.organizationId],
  });
}

/** Tries to acquire the index lock; returns false immediately if another transaction has the lock. */
export async function tryAcquireIndexLock(scope: OrgTransaction): Promise<boolean> {
  const [row] = await scope.query<{ locked: boolean }>({
    name: 'try_index_lock',
    text: 'SELECT pg_try_advisory_xact_lock(72394417, hashtext($1)) AS locked',
    values: [scope.organizationId],
  });
  return row?.locked === true;
}

/**
 * The new number of passages of a record. Existing passages beyond this number are removed without comparing their
 * text.
 */
export type PassageCount = { id: string; parts: number };
/** An existing passage. Its text is absent if there is no new passage for comparison. */
export type PassageRow = RowOf<'knowledge_passage', 'id' | 'part' | 'needs' | 'title' | 'headings'> & {
  content: string | null;
};

/**
 * Selects the passages of records, with one lookup per record by its complete key. A join would be planned for
 * organizations of average size, and would scan all passages of a larger organization.
 */
export const selectPassages = (
  scope: Pick<OrgScope, 'organizationId'>,
  type: RecordType,
  records: readonly PassageCount[],
): Statement => ({
  name: 'select_passages',
  text: `SELECT p.id, p.part, p.needs, p.title, p.headings, p.content
         FROM unnest($3::text[], $4::integer[]) AS r (id, parts) CROSS JOIN LATERAL (
           SELECT o.id, o.part, o.needs, o.title, o.headings, CASE WHEN o.part < r.parts THEN o.content END AS content
           FROM knowledge_passage o WHERE o.organization_id = $1 AND o.type = $2 AND o.id = r.id OFFSET 0) p`,
  values: [scope.organizationId, type, records.map(({ id }) => id), records.map(({ parts }) => parts)],
});

/** The number of passages that contain a word, by required permission. */
export type WordUse = RowOf<'knowledge_word', 'needs' | 'word' | 'uses'>;

/** Removes passages, and returns the number of removed passages per word. */
export const removeStale = (
  scope: Pick<OrgScope, 'organizationId'>,
  type: RecordType,
  stale: readonly Pick<PassageRow, 'id' | 'part'>[],
): Statement => ({
  name: 'remove_stale_passages',
  text: `SELECT g.needs, v.word, count(*) AS uses FROM remove_passages($1, $2, $3, $4) g
           CROSS JOIN unnest(knowledge_vocabulary(g.part, g.title, g.headings)) AS v (word)
         GROUP BY g.needs, v.word`,
  values: [scope.organizationId, type, stale.map(({ id }) => id), stale.map(({ part }) => part)],
});

const insertNew = defineStatement(
  'insert_new_passages',
  {
    owner: columns('knowledge_passage', ['organization_id']),
    passages: rows('knowledge_passage', ['type', 'id', 'part', 'needs', 'title', 'headings', 'content']),
    fewer: rows('knowledge_word', ['needs', 'word', 'uses']),
  },
  ({ owner, passages, fewer }) => `WITH made AS (
      ${passages.insert('n', { organization_id: owner.at.organization_id })} FROM ${passages.unnest('n')}
      RETURNING needs, part, title, headings), changed AS (
      SELECT m.needs, v.word, 1 AS uses FROM made m
        CROSS JOIN unnest(knowledge_vocabulary(m.part, m.title, m.headings)) AS v (word)
      UNION ALL SELECT f.needs, f.word, -f.uses FROM ${fewer.unnest('f')}), counted AS (
      INSERT INTO knowledge_word AS k (organization_id, needs, word, uses)
      SELECT ${owner.at.organization_id}, c.needs, c.word, sum(c.uses) FROM changed c
      GROUP BY c.needs, c.word HAVING sum(c.uses) <> 0 ORDER BY c.needs, c.word
      ON CONFLICT (organization_id, needs, word) DO UPDATE SET uses = k.uses + EXCLUDED.uses
      RETURNING k.needs, k.word, k.uses)
    SELECT c.needs, c.word FROM counted c WHERE c.uses <= 0`,
);

/**
 * Inserts passages, adds their words to the vocabulary and subtracts the words of removed passages. Returns the words
 * that are no longer in any passage.
 */
export const insertPassages = (
  scope: Pick<OrgScope, 'organizationId'>,
  type: RecordType,
  passages: readonly Passage[],
  fewer: readonly WordUse[],
): Statement =>
  insertNew({
    owner: { organization_id: scope.organizationId },
    passages: passages.map((passage) => ({ ...passage, type, needs: neededFor(type) })),
    fewer,
  });

/** Removes the words that are absent from all passages. */
export const removeUnusedWords = (
  scope: Pick<OrgScope, 'organizationId'>,
  unused: readonly Pick<WordUse, 'needs' | 'word'>[],
): Statement => ({
  name: 'remove_unused_words',
  text: 'SELECT remove_unused_words($1, $2, $3)',
  values: [scope.organizationId, unused.map(({ needs }) => needs), unused.map(({ word }) => word)],
});

const removedAtOnce = 10_000;

/** Removes a limited number of passages of a deleted organization. Returns their number. */
export async function removePassages(scope: OrgTransaction): Promise<number> {
  const gone = await scope.query({
    name: 'remove_passages_of_organization',
    text: `DELETE FROM knowledge_passage p WHERE p.organization_id = $1 AND (p.type, p.id, p.part) IN (
             SELECT o.type, o.id, o.part FROM knowledge_passage o WHERE o.organization_id = $1
             ORDER BY o.type, o.id, o.part LIMIT $2) RETURNING 1 AS gone`,
    values: [scope.organizationId, removedAtOnce],
  });
  await scope.query({
    name: 'remove_words_of_organization',
    text: 'DELETE FROM knowledge_word WHERE organization_id = $1',
    values: [scope.organizationId],
  });
  return gone.length;
}

/** The parameters of a search in the database. */
export type Search = {
  wanted: string;
  excluded: string;
  permissions: readonly string[];
  types: readonly string[] | undefined;
  build: string;
  /** The maximum number of passages of each record. */
  ofEach: number;
  limit: number;
  offset: number;
  /** Whether the text is an excerpt with its matches marked, instead of the whole passage. */
  isMarked: boolean;
};

/** Selects results, best first. Always returns at least one row, which contains the total. */
export const selectFound = (search: Search): Statement => ({
  name: 'search_knowledge',
  text: `SELECT f.total, f.type, f.id, f.part, f.title, f.headings, f.content, f.link, f.score
         FROM search_knowledge($1, $2, $3, $4, $5, $6, $7, $8, $9) f`,
  values: [
    search.wanted,
    search.excluded,
    search.permissions,
    search.types ?? null,
    search.build,
    search.ofEach,
    search.limit,
    search.offset,
    search.isMarked,
  ],
});

/** A result row. `link` is set only for parts of the documentation. */
export type FoundRow = Row & {
  total: number;
  type: string | null;
  id: string;
  part: number;
  title: string;
  headings: string[];
  content: string;
  link: string | null;
  score: number;
};

/** Selects a correction for each of these words that is missing in the vocabulary. */
export const selectSuggestions = (
  words: readonly string[],
  permissions: readonly string[],
  build: string,
): Statement => ({
  name: 'suggest_knowledge',
  text: 'SELECT s.word, s.instead FROM suggest_knowledge($1, $2, $3) s',
  values: [words, permissions, build],
});
