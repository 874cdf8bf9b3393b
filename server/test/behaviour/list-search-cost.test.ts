import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../../src/platform/database/statement.ts';
import { listStatements } from '../../src/platform/lists/list-query.ts';
import { searchStatement } from '../../src/platform/lists/search.ts';
import { createTestDatabase, type TestDatabase } from '../harness.ts';

const rows = 4000;
let database: TestDatabase;
/** Uses the role of the service, because row-level security determines which indexes can be used. */
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('SET ROLE tradepost_system');
  // All names have a common prefix. In one organization, a tenth of the names contain `urgent`; in each,
  // three contain `rare`.
  await client.query(`
    INSERT INTO offer (organization_id, id, offer_type, status, name, external_id, info, meta_info, creation_time, last_update_time)
      SELECT o, 'id_' || n, 'PRIVATE', 'ACTIVE',
        'Private offer ' || n || CASE WHEN n % 1500 = 7 THEN ' Zanzibar' WHEN n % 10 = 0 AND o = 'org_many' THEN ' urgent' ELSE '' END,
        'sbo_' || n, '{}', '{}', now() - n * interval '1 minute', now()
      FROM generate_series(1, ${rows}) n, unnest(ARRAY['org_many', 'org_other']) o`);
  await client.query('RESET ROLE; ANALYZE offer; SET ROLE tradepost_app');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

type Place = { limit?: number; after?: { creationTime: string; id: string } | undefined };

/** Reads a page of a search, and counts the rows and index entries of all organizations that are read. */
async function pageOf(organizationId: string, text: string, { limit = 20, after }: Place = {}) {
  const counted = async (): Promise<number> => {
    const { rows: counts } = await client.query(
      `SELECT sum(pg_stat_get_xact_tuples_returned(oid))::int AS read FROM pg_class
       WHERE relname ~ '^offer' AND relkind IN ('r', 'i')`,
    );
    return counts[0].read;
  };
  const run = async ({ text: sql, values }: Statement) => (await client.query(sql, [...values])).rows;
  await client.query('BEGIN');
  try {
    await client.query(`SELECT set_config('app.organization_id', $1, true)`, [organizationId]);
    const before = await counted();
    const [row] = await run(searchStatement('offer', text));
    const lookedUp = (await counted()) - before;
    const search = { text, ids: row.ids ?? undefined, within: ['name'], begins: ['external_id'] };
    const page = { limit, offset: 0, after, count: false, descending: true };
    const query = {
      organizationId,
      table: 'offer',
      columns: ['id', 'name'],
      filters: {},
      search,
      page,
    } as const;
    const found = await run(listStatements(query).rows);
    const read = (await counted()) - before - lookedUp;
    return { found, read, lookedUp, isByIndex: row.ids !== null };
  } finally {
    await client.query('ROLLBACK');
  }
}

test.each([
  ['Zanzibar', 3],
  ['zanz', 3],
  ['offer 399 ', 0],
  ['sbo_3999', 1],
  ['id_1234', 1],
  ['nowhere', 0],
])(
  'a rare text is found by the index without reading other rows or organizations: %s',
  async (text, many) => {
    const { found, read, lookedUp, isByIndex } = await pageOf('org_many', text);
    expect([isByIndex, found.length]).toEqual([true, many]);
    // Each match has index entries and a row; trigrams of a number also occur in other rows.
    expect(lookedUp).toBeLessThanOrEqual(20);
    expect(read).toBeLessThanOrEqual(20);
  },
);

test('a less rare text is found by the index, for every page', async () => {
  let after: Place['after'];
  const seen: string[] = [];
  for (let page = 0; page < 20; page++) {
    const { found, read, lookedUp, isByIndex } = await pageOf('org_many', 'urgent', { after });
    expect(isByIndex).toBe(true);
    expect(lookedUp).toBeLessThanOrEqual(rows / 10 + 20);
    expect(read).toBeLessThanOrEqual(2 * (rows / 10) + 60);
    const shown = found.slice(0, 20);
    seen.push(...shown.map(({ id }) => id));
    if (found.length <= 20) break;
    const last = shown.at(-1);
    after = { creationTime: last?.position_time, id: last?.id };
  }
  expect(seen).toEqual(Array.from({ length: rows / 10 }, (_, n) => `id_${(n + 1) * 10}`));
  expect((await pageOf('org_other', 'urgent')).found).toEqual([]);
});

test.each(['Private', 'e', 'id_'])('a common text is found in the order of the list: %s', async (text) => {
  const { found, read, isByIndex } = await pageOf('org_many', text);
  expect([isByIndex, found.map(({ id }) => id)]).toEqual([
    false,
    Array.from({ length: 21 }, (_, n) => `id_${n + 1}`),
  ]);
  expect(read).toBeLessThanOrEqual(60);
});

test('without an organization, or where the owner sees no rows, the index returns nothing', async () => {
  await client.query('BEGIN');
  const { text, values } = searchStatement('offer', 'Zanzibar');
  const { rows: found } = await client.query(text, [...values]);
  await client.query('ROLLBACK');
  expect(found).toEqual([{ ids: null }]);
});

test('only the program may use the index functions, in their own schema', async () => {
  const { rows: functions } = await client.query(
    `SELECT p.proname, has_function_privilege('public', p.oid, 'EXECUTE') AS open, p.proconfig FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.proname ~ 'list_search|search_list' ORDER BY 1`,
  );
  expect(functions.map(({ proname, open }) => [proname, open])).toEqual([
    ['prepare_list_search', false],
    ['search_list', false],
  ]);
  for (const { proconfig } of functions) expect(proconfig).toContain('search_path=public, pg_temp');
});

test('an owner of the tables without the roles searches as the caller, like a database without the extensions', async () => {
  await client.query('RESET ROLE');
  const { rows: made } = await client.query('SELECT current_database() AS name');
  const role = `plain_${made[0].name}`;
  try {
    await client.query(
      `CREATE ROLE ${role}; GRANT ${role} TO CURRENT_USER; GRANT ALL ON SCHEMA public TO ${role};
       ALTER FUNCTION search_list OWNER TO ${role}; SET ROLE tradepost_app`,
    );
    const { found, isByIndex } = await pageOf('org_many', 'Zanzibar');
    expect([isByIndex, found.length]).toEqual([false, 3]);
    // An owner with the privileges of the system role gets the same results from the index.
    await client.query(`RESET ROLE; GRANT tradepost_system TO ${role}; SET ROLE tradepost_app`);
    const plain = await pageOf('org_many', 'Zanzibar');
    expect([plain.isByIndex, plain.found.length]).toEqual([true, 3]);
    expect(plain.lookedUp).toBeLessThanOrEqual(20);
    await client.query(`RESET ROLE; DROP EXTENSION pg_trgm CASCADE; SET ROLE tradepost_app`);
    expect((await pageOf('org_many', 'Zanzibar')).isByIndex).toBe(false);
    await client.query(
      'RESET ROLE; CREATE EXTENSION pg_trgm; CALL prepare_list_search(); SET ROLE tradepost_app',
    );
    expect((await pageOf('org_many', 'Zanzibar')).isByIndex).toBe(true);
  } finally {
    await client.query(
      `RESET ROLE; ALTER FUNCTION search_list OWNER TO CURRENT_USER; DROP OWNED BY ${role}; DROP ROLE ${role}`,
    );
  }
});
