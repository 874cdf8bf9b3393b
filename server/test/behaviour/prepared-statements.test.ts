import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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

test('a statement that a connection knows is not described again, and answers the same', async () => {
  const { Connection } = pg as unknown as { Connection: { prototype: { describe: () => void } } };
  const first = await database.transaction(({ query }) => values(query, 1));
  const described = vi.spyOn(Connection.prototype, 'describe');
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

test('an error of such a statement undoes the transaction, and the connection goes on', async () => {
  const refused = database.transaction(async ({ query }) => {
    await query({ name: '', text: 'CREATE TEMPORARY TABLE kept (id integer)', values: [] });
    await values(query, 0);
  });
  await expect(refused).rejects.toMatchObject({ code: '22012', stack: expect.stringContaining('queryOn') });
  const [row] = await database.transaction(({ query }) =>
    query({ name: '', text: `SELECT to_regclass('pg_temp.kept') AS kept`, values: [] }),
  );
  expect(row).toEqual({ kept: null });
  expect(await database.transaction(({ query }) => values(query, 1))).toHaveLength(1);
});
