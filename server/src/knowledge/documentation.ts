import { createHash } from 'node:crypto';
import type { Database } from '../platform/database/database.ts';
import { columns, defineStatement, rows } from '../platform/database/define-statement.ts';
import type { Transaction } from '../platform/database/statement.ts';
import { lazyValue } from '../platform/first-use.ts';
import type { DocumentationPassage } from './documentation-passages.ts';

/** The searchable documentation of this version. */
export type Documentation = {
  /**
   * Returns the id of this version's documentation in the database. The first call writes the documentation unless
   * another process has already done so.
   */
  build(): Promise<string>;
};

/** The number of stored builds. During an upgrade, processes of two builds each search their own documentation. */
const keptBuilds = 3;

/** @param passages creates the passages at first use, so that processes start faster */
export function createDocumentation(deps: {
  database: Database;
  passages: () => readonly DocumentationPassage[];
}): Documentation {
  const build = lazyValue(async () => {
    const passages = deps.passages();
    const id = createHash('sha256').update(JSON.stringify(passages)).digest('base64url');
    await deps.database.transaction((transacting) => writeBuild(transacting, id, passages), 'system');
    return id;
  });
  return { build: () => build.get() };
}

async function writeBuild(
  { query }: Transaction,
  id: string,
  passages: readonly DocumentationPassage[],
): Promise<void> {
  const isThere = async () => {
    const found = await query({
      name: 'find_documentation_build',
      text: 'SELECT id FROM documentation_build WHERE id = $1',
      values: [id],
    });
    return found.length > 0;
  };
  if (await isThere()) return;
  await query({ name: 'lock_documentation', text: 'SELECT pg_advisory_xact_lock(72394418)', values: [] });
  if (await isThere()) return;
  await query({
    name: 'insert_documentation_build',
    text: 'INSERT INTO documentation_build (id, creation_time) VALUES ($1, clock_timestamp())',
    values: [id],
  });
  await query(insertPassages({ build: { build_id: id }, passages }));
  await query({
    name: 'insert_documentation_words',
    text: `INSERT INTO documentation_word (build_id, word)
           SELECT DISTINCT $1, said.word COLLATE "C" FROM documentation_passage d
             CROSS JOIN unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', d.title || ' ' || d.content))) AS said (word)
           WHERE d.build_id = $1 AND length(said.word) BETWEEN 4 AND 40 AND said.word ~ '^[[:alpha:]]'`,
    values: [id],
  });
  await removeOlder({ query });
}

const insertPassages = defineStatement(
  'insert_documentation_passages',
  {
    build: columns('documentation_passage', ['build_id']),
    passages: rows('documentation_passage', ['type', 'id', 'part', 'link', 'title', 'headings', 'content']),
  },
  ({ build, passages }) => `${passages.insert('n', { ...build.at })} FROM ${passages.unnest('n')}
    ON CONFLICT (build_id, type, id, part) DO NOTHING`,
);

async function removeOlder({ query }: Pick<Transaction, 'query'>): Promise<void> {
  const gone = await query<{ id: string }>({
    name: 'remove_documentation_builds',
    text: `DELETE FROM documentation_build WHERE id IN (
             SELECT b.id FROM documentation_build b ORDER BY b.creation_time DESC, b.id OFFSET $1) RETURNING id`,
    values: [keptBuilds],
  });
  if (gone.length === 0) return;
  const values = [gone.map(({ id }) => id)];
  await query({
    name: 'remove_documentation_passages',
    text: 'DELETE FROM documentation_passage WHERE build_id = ANY ($1)',
    values,
  });
  await query({
    name: 'remove_documentation_words',
    text: 'DELETE FROM documentation_word WHERE build_id = ANY ($1)',
    values,
  });
}
