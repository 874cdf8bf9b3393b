import type pg from 'pg';
import { articlePassages } from '../src/knowledge/articles.ts';
import { passagesOf } from '../src/knowledge/passages.ts';
import { acquireIndexLock, type Search, selectFound } from '../src/knowledge/store.ts';
import { writeRecords } from '../src/knowledge/write-records.ts';
import { createInOrganization } from '../src/platform/access/scope.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import type { Row } from '../src/platform/database/statement.ts';
import { createIds } from '../src/platform/ids.ts';
import { median, met, ms, ratiosOf, table } from './page.ts';
import { say } from './rounds.ts';
import type { Settings } from './settings.ts';
import { type Bench, createSellers, openPool, withDatabase } from './world.ts';

const atOnce = 200;
const repeats = 30;
const vocabulary = 5000;
const wordsOfText = 60;

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

/** Measures how fast passages are written and found, beside bare statements. */
export const measureKnowledge = (bench: Bench): Promise<string[]> =>
  withDatabase(bench, async (connectionString) => {
    const [seller] = await createSellers(connectionString, 1);
    const bare = openPool(connectionString, 1);
    const database = await openDatabase({ connectionString, poolSize: 2, pipelines: 1, onError: () => {} });
    try {
      return [await measure({ bare, database, organizationId: seller?.id as string }, bench.settings)];
    } finally {
      await database.close();
      await bare.end();
    }
  });

type Ground = { bare: pg.Pool; database: Database; organizationId: string };

async function measure(ground: Ground, { passages, rounds }: Settings): Promise<string> {
  const { bare } = ground;
  await bare.query('CREATE TABLE bare_passage (LIKE knowledge_passage INCLUDING ALL)');
  const words = createWords();
  const written = { bare: [] as number[], own: [] as number[] };
  const parts = Math.min(3, rounds);
  for (let round = 0; round < parts; round++) {
    const count = Math.floor(passages / parts / atOnce) * atOnce;
    const articles = Array.from({ length: count }, (_, index) => ({
      id: `art_${round}_${String(index).padStart(8, '0')}`,
      title: words(3),
      body: words(wordsOfText),
    }));
    written.bare.push(await writeBare(ground, articles));
    written.own.push(await writeOwn(ground, articles));
    say(
      `passages a second: bare ${written.bare.at(-1)?.toFixed(0)}, Tradepost ${written.own.at(-1)?.toFixed(0)}`,
    );
  }
  await bare.query('DROP TABLE bare_passage');
  await bare.query('VACUUM ANALYZE');
  const speeds = [median(written.bare).toFixed(0), median(written.own).toFixed(0)];
  const share = median(ratiosOf(written.own, written.bare));
  const rows = [
    [`passages written per second, of ${passages}`, ...speeds, share.toFixed(2), '0.5', met(share >= 0.5)],
  ];
  for (const question of ['w4000x w3500x', 'w900x w40x', 'w30x w31x w32x', 'w200x', 'w20x', 'w1x'])
    rows.push(await compareSearch(ground, question));
  return table(['', 'bare', 'Tradepost', 'ratio', 'target', 'met'], rows);
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
     FROM jsonb_to_recordset($2) AS n (id text, title text, body text)`,
    [organizationId, JSON.stringify(articles)],
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
): Promise<string[]> {
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
  const times = { bare: [] as number[], own: [] as number[] };
  let hits = 0;
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
    hits = Number(found[0]?.total ?? 0);
    if (Number(own[0]?.total) !== Math.min(1000, hits))
      throw new Error(`${question}: ${own[0]?.total} found of ${hits}`);
    // The first searches read from disk and plan the query.
    if (index < 5) continue;
    times.bare.push(between - began);
    times.own.push(ended - between);
  }
  const [bareMs, ownMs, count] = [median(times.bare), median(times.own), question.split(' ').length];
  const ratio = ownMs / bareMs;
  return [
    `search of ${count === 1 ? 'one word' : `${count} words`}, ${hits} hits`,
    ...[ms(bareMs, 1), ms(ownMs, 1), ratio.toFixed(2), '1.5', met(ratio <= 1.5)],
  ];
}
