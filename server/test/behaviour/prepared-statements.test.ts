import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BatchQuery } from '../../src/platform/database/batch-query.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import type { Queryable } from '../../src/platform/database/statement.ts';
import { createTestDatabase, type TestDatabase } from '../harness.ts';

let scratch: TestDatabase;
let database: Database;

beforeAll(async () => {
  scratch = await createTestDatabase();
  const { connectionString } = scratch;
  database = await openDatabase({ connectionString, poolSize: 1, pipelines: 1, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

const values = (query: Queryable['query'], divisor: number) =>
  query({
    name: 'values_of_all_kinds',
    text: `SELECT 1 / $1::integer AS one, NULL AS nothing, '{"a": 1.50}'::jsonb AS json, 12.50 AS amount,
             timestamptz '2027-01-31 12:00:00.5+01' AS time, ARRAY['a', 'b'] AS texts, '\\x00ff'::bytea AS bytes`,
    values: [divisor],
  });

test('a statement that a connection has prepared is not described again, and returns the same', async () => {
  const first = await database.transaction(({ query }) => values(query, 1));
  const described = vi.spyOn(BatchQuery.prototype, 'handleRowDescription');
  const again = await database.transaction(({ query }) => values(query, 1));
  expect(described).not.toHaveBeenCalled();
  described.mockRestore();
  expect(again).toEqual(first);
  expect(again[0]).toEqual({
    one: 1,
    nothing: null,
    json: '{"a": 1.50}',
    amount: '12.50',
    time: '2027-01-31T11:00:00.500Z',
    texts: ['a', 'b'],
    bytes: Buffer.from([0, 255]),
  });
});

test('an error of a prepared statement rolls the transaction back, and the connection stays usable', async () => {
  const refused = database.transaction(async ({ query }) => {
    await query({ name: '', text: 'CREATE TEMPORARY TABLE kept (id integer)', values: [] });
    await values(query, 0);
  });
  await expect(refused).rejects.toMatchObject({ code: '22012', stack: expect.stringContaining('at ask ') });
  const [row] = await database.transaction(({ query }) =>
    query({ name: '', text: `SELECT to_regclass('pg_temp.kept') AS kept`, values: [] }),
  );
  expect(row).toEqual({ kept: null });
  expect(await database.transaction(({ query }) => values(query, 1))).toHaveLength(1);
});

const table = (name: string) => `CREATE TABLE IF NOT EXISTS pg_temp.${name} (id integer PRIMARY KEY)`;
const put = (name: string, id: number) => ({
  name: '',
  text: `INSERT INTO pg_temp.${name} VALUES ($1)`,
  values: [id],
});
const idsIn = async (name: string): Promise<unknown[]> =>
  (
    await database.transaction(({ query }) =>
      query({ name: '', text: `SELECT id FROM pg_temp.${name} ORDER BY id`, values: [] }),
    )
  ).map(({ id }) => id);
const create = (name: string) =>
  database.transaction(({ query }) => query({ name: '', text: table(name), values: [] }));
const packetsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = database.usage().packets;
  await work();
  return database.usage().packets - before;
};

test('a deferred statement is sent with the next statement, in order, or with COMMIT', async () => {
  await create('sent');
  const packets = await packetsOf(() =>
    database.transaction(async ({ query, send }) => {
      send(put('sent', 1));
      const [row] = await query({
        name: '',
        text: 'SELECT count(*)::integer AS n FROM pg_temp.sent',
        values: [],
      });
      expect(row).toEqual({ n: 1 });
      send(put('sent', 2));
    }),
  );
  expect(packets).toBe(2);
  expect(await idsIn('sent')).toEqual([1, 2]);
});

test('a deferred statement that fails ends its transaction, with the next statement or with COMMIT', async () => {
  await create('failing');
  const atNext = database.transaction(async ({ query, send }) => {
    send(put('failing', 1));
    send(put('failing', 1));
    await query({ name: '', text: 'SELECT 1', values: [] });
  });
  await expect(atNext).rejects.toMatchObject({ code: '23505' });
  const atCommit = database.transaction(async ({ query, send }) => {
    await query(put('failing', 1));
    send(put('failing', 1));
  });
  await expect(atCommit).rejects.toMatchObject({ code: '23505' });
  expect(await idsIn('failing')).toEqual([]);
});

test('work that throws discards its deferred statements', async () => {
  await create('thrown');
  const thrown = database.transaction(async ({ send }) => {
    send(put('thrown', 1));
    throw new Error('no');
  });
  await expect(thrown).rejects.toThrow('no');
  expect(await idsIn('thrown')).toEqual([]);
});

test('the last statement is sent with COMMIT: one round trip, rolled back on failure', async () => {
  await create('last');
  const packets = await packetsOf(async () => {
    const rows = await database.transaction(({ send, last }) => {
      send(put('last', 1));
      return last({ name: '', text: 'SELECT id FROM pg_temp.last', values: [] });
    });
    expect(rows).toEqual([{ id: 1 }]);
  });
  expect(packets).toBe(1);
  const failed = database.transaction(({ send, last }) => {
    send(put('last', 2));
    return last(put('last', 1));
  });
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await idsIn('last')).toEqual([1]);
});

test('an error that the work did not see rolls everything back', async () => {
  await create('unseen');
  const unseen = database.transaction(async ({ query }) => {
    await query(put('unseen', 1));
    await values(query, 0).catch(() => {});
  });
  await expect(unseen).rejects.toThrow('rolled back by an error in a statement');
  expect(await idsIn('unseen')).toEqual([]);
});
