import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocumentation } from '../../src/knowledge/wiring.ts';
import { migrationsFolder } from '../../src/platform/database/migrate.ts';
import { exportDatabase, importDatabase } from '../../src/platform/transfer/index.ts';
import { createTestDatabase, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const search = async (q: string, program = app) => {
  // A token is valid only for the process that issued it.
  const token = program === app ? org.token : await program.token(org.client);
  const reply = await program.request('GET', `/org/${org.id}/knowledge/search?q=${q}`, { token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const write = (body: object) =>
  app.request('POST', `/org/${org.id}/knowledge/article`, { token: org.token, body });
const builds = async (): Promise<string[]> =>
  (await app.database.query('SELECT id FROM documentation_build ORDER BY creation_time')).rows.map(
    ({ id }) => id,
  );

describe('the documentation', () => {
  const said = (title: string) => [
    {
      type: 'GUIDE',
      id: 'guide',
      part: 0,
      link: '/docs/guides/guide',
      title,
      headings: [],
      content: title,
    } as const,
  ];
  const buildOf = (title: string) =>
    createDocumentation({ database: app.app.database, passages: () => said(title) }).build();

  test('is indexed once by the first search, with simultaneous searches too', async () => {
    expect(await builds()).toEqual([]);
    const others = await Promise.all([0, 1].map(() => startTestApp({ database: app.database })));
    try {
      const found = await Promise.all(
        Array.from({ length: 64 }, (_, index) => search('webhook', [app, ...others][index % 3])),
      );
      expect(new Set(found.map(({ totalCount }) => totalCount)).size).toBe(1);
      expect(await builds()).toHaveLength(1);
    } finally {
      for (const other of others) await other.stop();
    }
  });

  test('is separate for each build while programs of two builds run; three builds are kept', async () => {
    const [own] = await builds();
    const before = (await search('webhook')).totalCount;
    const others = [];
    for (const title of ['One webhook', 'Two webhook']) others.push(await buildOf(title));
    expect((await search('webhook')).totalCount).toBe(before);
    expect(await builds()).toEqual([own, ...others]);
    const last = await buildOf('Three webhook');
    expect(await builds()).toEqual([...others, last]);
    for (const table of ['documentation_passage', 'documentation_word']) {
      const { rows } = await app.database.query(`SELECT DISTINCT build_id AS id FROM ${table}`);
      expect(rows.map(({ id }) => id).sort()).toEqual([...others, last].sort());
    }
  });
});

test('a running program detects a change automatically', async () => {
  const working = await startTestApp({ database: app.database, work: true });
  try {
    expect((await write({ title: 'Persimmon' })).status).toBe(200);
    await expect.poll(async () => (await search('persimmon')).totalCount).toBe(1);
  } finally {
    await working.stop();
  }
});

test('passages are not exported, and are created again after an import', async () => {
  await write({ title: 'Loquat' });
  await app.index();
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-knowledge-'));
  const target = await createTestDatabase();
  try {
    const file = path.join(folder, 'all.tradepost');
    await exportDatabase({ connectionString: app.database.connectionString, file, migrationsFolder });
    await importDatabase({ connectionString: target.connectionString, file, migrationsFolder });
    const count = async () =>
      (await target.query('SELECT count(*)::int AS n FROM knowledge_passage')).rows[0].n;
    expect(await count()).toBe(0);
    const moved = await startTestApp({ database: target });
    try {
      expect((await search('loquat', moved)).totalCount).toBe(0);
      await moved.index();
      expect((await search('loquat', moved)).totalCount).toBe(1);
    } finally {
      await moved.stop();
    }
  } finally {
    await target.drop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a program lists the extensions that the database lacks', async () => {
  const database = await createTestDatabase();
  const lines: Record<string, unknown>[] = [];
  const start = async () => {
    const onLog = (line: Record<string, unknown>) => void lines.push(line);
    const program = await startTestApp({ database, environment: { LOG_LEVEL: 'warn' }, onLog });
    await program.stop();
  };
  const said = () =>
    lines.filter(({ extension }) => extension !== undefined).map(({ extension }) => extension);
  try {
    await start();
    expect(said()).toEqual([]);
    await database.query('DROP EXTENSION btree_gin CASCADE; DROP EXTENSION pg_trgm CASCADE');
    await start();
    expect(said()).toEqual(['btree_gin', 'pg_trgm']);
  } finally {
    await database.drop();
  }
});

describe('an owner of the tables that may not create extensions', () => {
  test('has the whole schema except the parts that need the extensions', async () => {
    const database = await createTestDatabase();
    try {
      await database.query(`DROP EXTENSION btree_gin CASCADE; DROP EXTENSION pg_trgm CASCADE`);
      const indexes = async () =>
        (
          await database.query(
            `SELECT indexname FROM pg_indexes WHERE tablename = 'knowledge_passage' ORDER BY 1`,
          )
        ).rows.map(({ indexname }) => indexname);
      const { rows } = await database.query('SELECT current_database() AS name, current_user AS owner');
      const role = `plain_${rows[0].name}`;
      await database.query(`CREATE ROLE ${role}; GRANT ${role} TO CURRENT_USER; GRANT ALL ON SCHEMA public TO ${role};
        ALTER TABLE knowledge_passage OWNER TO ${role}; ALTER TABLE knowledge_word OWNER TO ${role};
        ALTER TABLE documentation_word OWNER TO ${role};
        GRANT EXECUTE ON PROCEDURE prepare_knowledge_search() TO ${role}`);
      try {
        await database.query(`SET ROLE ${role}; CALL prepare_knowledge_search(); RESET ROLE`);
        expect(await indexes()).toEqual(['knowledge_passage_by_words_alone', 'knowledge_passage_pkey']);
        await database.query('CALL prepare_knowledge_search()');
        expect(await indexes()).toEqual([
          'knowledge_passage_by_names',
          'knowledge_passage_by_words',
          'knowledge_passage_pkey',
        ]);
      } finally {
        await database.query(
          `REASSIGN OWNED BY ${role} TO CURRENT_USER; DROP OWNED BY ${role}; DROP ROLE ${role}`,
        );
      }
    } finally {
      await database.drop();
    }
  });
});
