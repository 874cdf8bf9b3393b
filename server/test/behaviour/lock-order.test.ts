import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftOffer } from '../draft-offer.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import {
  createTestDatabase,
  startTestApp,
  type TestApp,
  type TestDatabase,
  type TestOrganization,
} from '../harness.ts';

let database: TestDatabase;
let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let holder: pg.Client;
let other: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  // The physical order of rows differs from their key order, so that a missing sort is detected.
  const name = new URL(database.connectionString).pathname.slice(1);
  for (const way of ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'])
    await database.query(`ALTER DATABASE ${name} SET ${way} = off`);
  app = await startTestApp({ database, environment: { WEBHOOK_ALLOW_INSECURE_URL: 'true' } });
  org = await app.organization();
  by = entitlementsOf(app, org);
  [holder, other] = [0, 1].map(() => new pg.Client({ connectionString: database.connectionString })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([holder.connect(), other.connect()]);
});
afterAll(async () => {
  await holder?.end();
  await other?.end();
  await app?.stop();
  await database?.drop();
});

/** Rows of one table by their keys, in their locking order. */
type Rows = { table: string; key: string; ids: readonly string[] };

/**
 * Locks the first row in key order, starts the work, and requires that the waiting work has locked no other
 * row. Jobs with the same queue key never run at the same time, so such pairs are not tested.
 */
async function expectInOrder({ table, key, ids }: Rows, work: () => Promise<unknown>): Promise<void> {
  const [first, ...later] = ids.toSorted();
  // Moves the first row behind a different row; the position of a new row version depends on earlier changes.
  const lie = async () =>
    (await database.query(`SELECT ${key} AS id FROM ${table} WHERE ${key} = ANY ($1)`, [ids])).rows[0].id;
  // While a transaction may read earlier row versions, each change writes to a new position.
  await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await other.query('SELECT');
  for (let tries = 0; tries < 100 && (await lie()) === first; tries++)
    await database.query(`UPDATE ${table} SET ${key} = ${key} WHERE ${key} = $1`, [first]);
  await other.query('COMMIT');
  expect(await lie()).not.toBe(first);
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM ${table} WHERE ${key} = $1 FOR UPDATE`, [first]);
  const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
  const working = work();
  working.catch(() => {});
  try {
    await expect
      .poll(async () =>
        Number(
          (
            await other.query('SELECT count(*) FROM pg_locks l WHERE $1 = ANY (pg_blocking_pids(l.pid))', [
              rows[0].pid,
            ])
          ).rows[0].count,
        ),
      )
      .toBeGreaterThan(0);
    const free = await other.query(
      `SELECT ${key} AS id FROM ${table} WHERE ${key} = ANY ($1) FOR UPDATE SKIP LOCKED`,
      [later],
    );
    expect(free.rows.map(({ id }) => id).sort()).toEqual(later);
  } finally {
    await holder.query('ROLLBACK');
    await working;
  }
}

const offers = (ids: readonly string[]): Rows => ({ table: 'offer', key: 'id', ids });
const ok = async (reply: Promise<{ status: number; text: string }>) => {
  const { status, text } = await reply;
  expect(status, text).toBe(200);
};

test('offers of a set are locked in the order of their ids', async () => {
  const { id } = await by.post('offerSet', {});
  const ids = [];
  for (let count = 0; count < 3; count++) ids.push(await draftOffer(app, org, {}));
  for (const offer of ids) await by.post(`offerSet/${id}/offer/${offer}`);
  await expectInOrder(offers(ids), () => ok(by.call('POST', `offerSet/${id}/publish`)));
  await app.drainJobs();
  await expectInOrder(offers(ids), () => ok(by.call('POST', `offerSet/${id}/cancel`)));
  await app.drainJobs();
});

test('a copy and its source are locked in the order of their ids', async () => {
  const source = (await by.post('offer', { name: 'Source', partner: 'MKC', info: { mkCDuration: 12 } })).id;
  await app.drainJobs();
  const copy = (await by.post(`offer/${source}/clone`, { cancelSourceAfterPublish: true })).id;
  await by.post('offer', { id: copy });
  await database.query(
    `UPDATE job SET ready_at = now() + interval '1 hour' WHERE finished_at IS NULL AND kind = 'offers.reread'`,
  );
  const waiting = async () =>
    (await database.query(`SELECT FROM job WHERE kind = 'offers.cancelSource' AND finished_at IS NULL`))
      .rowCount;
  while ((await waiting()) === 0) expect(await app.app.worker.step()).toBeGreaterThan(0);
  await database.query(
    `UPDATE job SET ready_at = now() + interval '1 hour' WHERE finished_at IS NULL AND kind <> 'offers.cancelSource'`,
  );
  await expectInOrder(offers([source, copy]), () => app.app.worker.step());
  await database.query('UPDATE job SET ready_at = now() WHERE finished_at IS NULL');
  await app.drainJobs();
});

test('merged buyers, and the offers that name them, are locked in the order of their ids', async () => {
  const buyers: string[] = [];
  for (const name of ['One', 'Two', 'Three']) buyers.push((await by.post('buyer', { name })).id);
  const [survivor, ...merged] = buyers as [string, string, string];
  const named: string[] = [];
  for (const buyer of [merged[0], merged[1], merged[0]] as string[])
    named.push((await by.post('draftOffer', { name: 'Names it', buyerID: buyer, partner: 'MKA' })).id);
  const merge = (buyerIds: string[]) => () => ok(by.call('POST', `buyer/${survivor}/merge`, { buyerIds }));
  await expectInOrder({ table: 'buyer', key: 'id', ids: buyers }, merge([merged[1] as string]));
  const more = (await by.post('buyer', { name: 'Four' })).id;
  for (const id of named) await by.patch(`offer/${id}`, { buyerID: more });
  await expectInOrder(offers(named), merge([more]));
});

test('the queues of webhook endpoints are locked in the order of their ids', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 3; count++)
    ids.push((await by.post('webhook', { url: 'http://127.0.0.1:9/hooks', scopes: ['CREATE.BUYER'] })).id);
  await app.dispatchEvents();
  const queues: Rows = { table: 'webhook_queue', key: 'endpoint_id', ids };
  await by.post('buyer', { name: 'Told' });
  await expectInOrder(queues, () => app.dispatchEvents());
});
