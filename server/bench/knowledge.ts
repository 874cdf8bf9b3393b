import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { articlePassages } from '../src/knowledge/articles.ts';
import { passagesOf } from '../src/knowledge/passages.ts';
import { acquireIndexLock, type Search, selectFound } from '../src/knowledge/store.ts';
import { writeRecords } from '../src/knowledge/write-records.ts';
import { createInOrganization } from '../src/platform/access/scope.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import type { Row } from '../src/platform/database/statement.ts';
import { createIds } from '../src/platform/ids.ts';
import { withDatabase } from './database.ts';
import { median } from './median.ts';
import type { Settings } from './settings.ts';
import { met, table } from './table.ts';
import { createSellers } from './world.ts';

/** One query, and the milliseconds that each side took. */
type Searched = { question: string; hits: number; bareMs: number[]; ownMs: number[] };

export type Knowledge = { passages: number; bare: number[]; own: number[]; searched: Searched[] };

const asked = { search: 1.5, indexing: 0.5 };
const atOnce = 200;
const repeats = 30;
const vocabulary = 5000;
const wordsOfText = 60;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Creates words. The n-th word is about n times as rare as the first word. The words are identical in every run. */
function createWords(): (count: number) => string {
  let state = 7;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const word = () => `w${Math.floor(vocabulary ** random())}x`;
  return (count) => Array.from({ length: count }, word).join(' ');
}

/** Measures how fast passages are written and found, beside bare statements, in a separate database. */
export async function measureKnowledge(root: string, settings: Settings): Promise<Knowledge> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-knowledge-'));
  try {
    return await withDatabase(folder, async (connectionString) => {
      await migrate(connectionString, path.join(root, 'server/migrations'));
      const [seller] = await createSellers(connectionString, 1);
      const bare = new pg.Pool({ connectionString, max: 1 });
      const database = await openDatabase({ connectionString, poolSize: 2, pipelines: 1, onError: () => {} });
      try {
        return await measure({ bare, database, organizationId: seller?.id as string }, settings);
      } finally {
        await database.close();
        await bare.end();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Ground = { bare: pg.Pool; database: Database; organizationId: string };

async function measure(ground: Ground, { passages, rounds }: Settings): Promise<Knowledge> {
  const { bare } = ground;
  await bare.query('CREATE TABLE bare_passage (LIKE knowledge_passage INCLUDING ALL)');
  const words = createWords();
  const result: Knowledge = { passages, bare: [], own: [], searched: [] };
  const parts = Math.min(3, rounds);
  for (let round = 0; round < parts; round++) {
    const count = Math.floor(passages / parts / atOnce) * atOnce;
    const articles = Array.from({ length: count }, (_, index) => ({
      id: `art_${round}_${String(index).padStart(8, '0')}`,
      title: words(3),
      body: words(wordsOfText),
    }));
    result.bare.push(await writeBare(ground, articles));
    result.own.push(await writeOwn(ground, articles));
    say(
      `passages a second: bare ${result.bare.at(-1)?.toFixed(0)}, Tradepost ${result.own.at(-1)?.toFixed(0)}`,
    );
  }
  await bare.query('DROP TABLE bare_passage');
  await bare.query('VACUUM ANALYZE');
  for (const question of ['w4000x w3500x', 'w900x w40x', 'w30x w31x w32x', 'w200x', 'w20x', 'w1x'])
    result.searched.push(await compareSearch(ground, question));
  return result;
}

type Article = { id: string; title: string; body: string };

/** Passages a second of bare inserts, by the owner without policies, with the same number in a transaction. */
async function writeBare({ bare, organizationId }: Ground, articles: readonly Article[]): Promise<number> {
  const began = performance.now();
  for (let first = 0; first < articles.length; first += atOnce) {
    const passages = articles
      .slice(first, first + atOnce)
      .flatMap(({ id, title, body }) => passagesOf({ id, title, sections: [{ headings: [], text: body }] }));
    await bare.query({
      name: 'write_bare',
      text: `INSERT INTO bare_passage (organization_id, type, id, part, needs, title, headings, content)
             SELECT $1, 'ARTICLE', n.id, n.part, 'knowledge:read', n.title, '{}', n.content
             FROM unnest($2::text[], $3::integer[], $4::text[], $5::text[]) AS n (id, part, title, content)`,
      values: [
        organizationId,
        passages.map(({ id }) => id),
        passages.map(({ part }) => part),
        passages.map(({ title }) => title),
        passages.map(({ content }) => content),
      ],
    });
  }
  return (articles.length * 1000) / (performance.now() - began);
}

/**
 * Passages a second as the program writes them: read from their records, under the policies, with the
 * vocabulary.
 */
async function writeOwn(ground: Ground, articles: readonly Article[]): Promise<number> {
  const { bare, database, organizationId } = ground;
  await bare.query(
    `INSERT INTO knowledge_article (organization_id, id, title, body, tags, created_by, last_updated_by, creation_time,
       last_update_time)
     SELECT $1, n.id, n.title, n.body, '{}', 'cli_1', 'cli_1', now(), now()
     FROM unnest($2::text[], $3::text[], $4::text[]) AS n (id, title, body)`,
    [
      organizationId,
      articles.map(({ id }) => id),
      articles.map(({ title }) => title),
      articles.map(({ body }) => body),
    ],
  );
  const inOrganization = createInOrganization(database, createIds());
  const began = performance.now();
  for (let first = 0; first < articles.length; first += atOnce) {
    const ids = articles.slice(first, first + atOnce).map(({ id }) => id);
    await inOrganization(organizationId, 'bench', async (scope) => {
      await acquireIndexLock(scope);
      await writeRecords(scope, articlePassages, ids);
    });
  }
  return (articles.length * 1000) / (performance.now() - began);
}

/** The equivalent search as the owner, without policies, permissions and function. */
const bareSearch = `
  WITH asked AS MATERIALIZED (
    SELECT websearch_to_tsquery('english', $2) || websearch_to_tsquery('simple', $2) AS query), found AS (
    SELECT p.id, p.title, p.headings, p.content, ts_rank('{0.1, 0.2, 0.4, 1}', p.words, $3::tsquery, 33) AS score,
      count(*) OVER () AS total
    FROM knowledge_passage p WHERE p.organization_id COLLATE "POSIX" = $1 AND p.words @@ $3::tsquery
    ORDER BY score DESC, p.id LIMIT 20)
  SELECT f.id, f.title, f.headings, f.total, f.score,
    ts_headline('english', f.content, $3::tsquery, 'MaxWords=40, MinWords=20') AS content FROM found f, asked
  ORDER BY f.score DESC, f.id`;

async function compareSearch(
  { bare, database, organizationId }: Ground,
  question: string,
): Promise<Searched> {
  const { rows } = await bare.query<{ query: string }>(
    `SELECT (websearch_to_tsquery('english', $1) || websearch_to_tsquery('simple', $1))::text AS query`,
    [question],
  );
  const query = rows[0]?.query;
  const search: Search = {
    wanted: question,
    excluded: '',
    permissions: ['knowledge:read', 'offers:read', 'buyers:read', 'products:read', 'entitlements:read'],
    types: undefined,
    build: '',
    ofEach: 1,
    limit: 20,
    offset: 0,
    isMarked: true,
  };
  const enter = {
    name: 'enter',
    text: `SELECT set_config('app.organization_id', $1, true)`,
    values: [organizationId],
  };
  const searched: Searched = { question, hits: 0, bareMs: [], ownMs: [] };
  for (let index = 0; index < repeats; index++) {
    const began = performance.now();
    const { rows: found } = await bare.query<{ total: string }>({
      name: 'search_bare',
      text: bareSearch,
      values: [organizationId, question, query],
    });
    const between = performance.now();
    const [, own] = (await database.batch([enter, selectFound(search)])) as [Row[], Row[]];
    const ended = performance.now();
    searched.hits = Number(found[0]?.total ?? 0);
    if (Number(own[0]?.total) !== Math.min(1000, searched.hits))
      throw new Error(`${question}: ${own[0]?.total} found of ${searched.hits}`);
    // The first searches read from disk and plan the query.
    if (index < 5) continue;
    searched.bareMs.push(between - began);
    searched.ownMs.push(ended - between);
  }
  say(
    `${question}: ${searched.hits} hits, bare ${median(searched.bareMs).toFixed(1)} ms, Tradepost ${median(searched.ownMs).toFixed(1)} ms`,
  );
  return searched;
}

/** The table of knowledge search. */
export function knowledgeTable({ passages, bare, own, searched }: Knowledge): string {
  const share = median(own.map((one, index) => one / (bare[index] as number)));
  return table(
    ['', 'bare', 'Tradepost', 'ratio', 'target', 'met'],
    [
      [
        `passages written per second, of ${passages}`,
        median(bare).toFixed(0),
        median(own).toFixed(0),
        share.toFixed(2),
        String(asked.indexing),
        met(share >= asked.indexing),
      ],
      ...searched.map(({ question, hits, bareMs, ownMs }) => {
        const ratio = median(ownMs) / median(bareMs);
        const words = question.split(' ').length;
        return [
          `search of ${words === 1 ? 'one word' : `${words} words`}, ${hits} hits`,
          `${median(bareMs).toFixed(1)} ms`,
          `${median(ownMs).toFixed(1)} ms`,
          ratio.toFixed(2),
          String(asked.search),
          met(ratio <= asked.search),
        ];
      }),
    ],
  );
}
