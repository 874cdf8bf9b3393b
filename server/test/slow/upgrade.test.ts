import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrationsFolder } from '../../src/platform/database/migrate.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase, testMasterKey } from '../harness.ts';
import { type Caller, callerOf } from '../process/api.ts';
import { cleanUp, command, freePort, makeFolder, type Program, start, waitFor } from '../process/program.ts';
import { schemaOf } from '../schema.ts';
import { type Receiver, startReceiver } from '../webhook-receiver.ts';
import { expectInvariants, isSettled } from './invariants.ts';
import { buildOlder, isInHistory, migrationsOf, versionBefore } from './older-program.ts';

const present = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'));
const release = versionBefore(present);
const known = isInHistory(release);
if (!known)
  console.log(
    `upgrade: the history of this clone does not reach back to ${release.commit} (version ${release.version}): ` +
      'no program of it is built, and only the schema of an empty database is compared',
  );

let fresh: TestDatabase;
let database: TestDatabase;
beforeAll(async () => {
  fresh = await createTestDatabase();
  database = await createEmptyDatabase();
});
afterAll(async () => {
  await cleanUp();
  await database?.drop();
  await fresh?.drop();
});

const expectFreshSchema = async (query: TestDatabase['query']) =>
  expect(await schemaOf(query)).toEqual(await schemaOf(fresh.query));

test(`an empty database of version ${release.version} becomes equal to a fresh one`, async () => {
  const folder = path.join(await makeFolder(), 'migrations');
  await mkdir(folder);
  const texts = known ? migrationsOf(release) : undefined;
  if (texts) expect(Object.keys(texts).sort()).toEqual(Object.keys(release.migrations).sort());
  for (const name of Object.keys(release.migrations))
    await writeFile(
      path.join(folder, name),
      texts?.[name] ?? (await readFile(path.join(migrationsFolder, name), 'utf8')),
    );
  const empty = await createEmptyDatabase();
  await migrate(empty.connectionString, folder);
  await migrate(empty.connectionString, migrationsFolder);
  await expectFreshSchema(empty.query);
  await empty.drop();
});

/** The acknowledged work of clients: created offers and buyers, and accepted offers. */
type AcknowledgedRecords = { offers: string[]; buyers: string[]; accepted: string[] };

/**
 * Starts clients that create buyers and offers and accept some offers. Returns the function that stops the
 * clients.
 */
function load(caller: Caller, made: AcknowledgedRecords): () => Promise<void> {
  let goesOn = true;
  const post = async (where: string, body: object): Promise<string> => {
    const reply = await caller.post(where, body);
    expect(reply.status, reply.text).toBe(200);
    return reply.body.id;
  };
  const client = async () => {
    for (let count = 0; goesOn; count++) {
      const buyer = await post('/buyer', { name: 'Somebody' });
      made.buyers.push(buyer);
      const name = `Offer ${made.offers.length}`;
      const offer = await post('/offer', { name, partner: 'MKA', metaInfo: { buyerIds: [buyer] } });
      made.offers.push(offer);
      await caller.patch(`/buyer/${buyer}`, { name: `Somebody ${count}` });
      if (count % 3 !== 0) continue;
      await caller.offerWith('PENDING_ACCEPTANCE', offer);
      const reply = await caller.post(`/sandbox/offer/${offer}/accept`, {});
      expect(reply.status, reply.text).toBe(200);
      made.accepted.push(offer);
    }
  };
  const running = Promise.all([client(), client()]);
  running.catch(() => {});
  return async () => {
    goesOn = false;
    await running;
  };
}

const environmentOf = async (port: number) => ({
  DATABASE_URL: database.connectionString,
  MASTER_KEY: testMasterKey,
  LOG_LEVEL: 'info',
  DATA_DIR: path.join(await makeFolder(), 'data'),
  WEBHOOK_ALLOW_INSECURE_URL: 'true',
  PORT: String(port),
  BASE_URL: `http://127.0.0.1:${port}`,
});

/** Counts the rows of a query. */
const count = async (text: string): Promise<number> =>
  Number((await database.query(`SELECT count(*) AS n FROM ${text}`)).rows[0].n);

/** Waits until the clients have created this many more offers. */
const more = (made: AcknowledgedRecords, offers: number) => {
  const enough = made.offers.length + offers;
  return waitFor(() => (made.offers.length >= enough ? true : undefined), 300_000);
};

/** Queries that must return no rows once no work is left. */
const leftBehind: Record<string, string> = {
  'a message that says something else than its delivery': `
    SELECT m.id, m.status, d.status AS delivery FROM notification_message m
      LEFT JOIN webhook_delivery d ON d.organization_id = m.organization_id AND d.id = m.id
    WHERE m.type = 'WEBHOOK'
      AND (m.status, m.attempts, m.last_error) IS DISTINCT FROM (d.status, d.attempts, d.last_error)`,
  'a delivery that has not ended': `SELECT id, status FROM webhook_delivery WHERE status <> 'DONE'`,
  'an offer that waits for its marketplace, and is not read again by one job': `
    SELECT f.id, f.status, count(j.id) FROM offer f LEFT JOIN job j ON j.organization_id = f.organization_id
      AND j.lane = 'reread:' || f.id AND j.finished_at IS NULL
    WHERE f.status = 'PENDING_ACCEPTANCE' GROUP BY f.organization_id, f.id, f.status HAVING count(j.id) <> 1`,
  'an offer or entitlement whose buyers are not those that it names': `
    SELECT f.id FROM offer f WHERE ARRAY(SELECT named_buyers(f.buyer_id, f.meta_info) ORDER BY 1)
      IS DISTINCT FROM ARRAY(SELECT b.buyer_id::text FROM offer_buyer b
        WHERE b.organization_id = f.organization_id AND b.offer_id = f.id ORDER BY 1)
    UNION ALL
    SELECT n.id FROM entitlement n WHERE ARRAY(SELECT named_buyers(n.buyer_id, n.meta_info) ORDER BY 1)
      IS DISTINCT FROM ARRAY(SELECT b.buyer_id::text FROM entitlement_buyer b
        WHERE b.organization_id = n.organization_id AND b.entitlement_id = n.id ORDER BY 1)`,
};

const settled = () => waitFor(async () => ((await isSettled(database.query)) ? true : undefined), 240_000);

async function expectNothingLost(made: AcknowledgedRecords, receiver: Receiver): Promise<void> {
  const { rows } = await database.query('SELECT id, status FROM offer ORDER BY id');
  const accepted = new Set(made.accepted);
  expect(rows).toEqual(
    made.offers
      .toSorted()
      .map((id) => ({ id, status: accepted.has(id) ? 'ACCEPTED' : 'PENDING_ACCEPTANCE' })),
  );
  expect(await count('entitlement')).toBe(accepted.size);
  const received = new Set(receiver.received.map(({ id }) => id));
  const events = await database.query(`SELECT id FROM event WHERE entity_type IN ('BUYER', 'OFFER')
    AND action IN ('CREATE', 'UPDATE', 'PENDING_ACCEPTANCE', 'ACCEPT')`);
  expect(events.rows.map(({ id }) => id).filter((id) => !received.has(id))).toEqual([]);
  for (const id of made.buyers)
    expect(
      receiver.received.some(({ json }) => json.entityID === id),
      id,
    ).toBe(true);
  for (const [what, text] of Object.entries(leftBehind))
    expect.soft((await database.query(text)).rows, what).toEqual([]);
  await expectInvariants(database.query);
}

if (known)
  test(`a program of version ${release.version} and this one work side by side without losses or stuck jobs`, async () => {
    const main = await buildOlder(release);
    const olderEnvironment = await environmentOf(await freePort());
    const startOlder = (...words: string[]) =>
      start(olderEnvironment, { command: [process.execPath, main], arguments: words });
    const print = async (...words: string[]) => {
      const program = startOlder(...words, '--json');
      expect(await program.ended, program.stderr()).toEqual({ code: 0, signal: null });
      return JSON.parse(program.stdout());
    };
    const { orgId } = await print('organization', 'create', '--name', 'Acme', '--environment', 'test');
    const credentials = await print('api-client', 'create', '--org', orgId, '--role', 'admin');
    const older: Program = startOlder();
    const before = await callerOf(await older.address(), credentials);
    const receiver = await startReceiver();
    expect((await before.post('/webhook', { url: receiver.url })).status).toBe(200);
    const made: AcknowledgedRecords = { offers: [], buyers: [], accepted: [] };

    const stopBefore = load(before, made);
    await more(made, 10);
    // The new process migrates, and leaves jobs and deliveries to the older process.
    const environment = await environmentOf(await freePort());
    const serving = start(environment, { arguments: ['serve'] });
    const after = await callerOf(await serving.address(), credentials);
    const stopAfter = load(after, made);
    await more(made, 20);
    const sinceUpgrade = 'webhook_attempt WHERE start_time > (SELECT max(applied_at) FROM schema_migration)';
    expect(await count(sinceUpgrade), 'the older program delivers on').toBeGreaterThan(0);
    const working = start(environment, { arguments: ['work'] });
    await working.logged('ready');
    await more(made, 10);
    await stopBefore();
    expect(await older.terminate()).toEqual({ code: 0, signal: null });
    await more(made, 10);
    await stopAfter();

    await settled();
    await expectNothingLost(made, receiver);
    await expectFreshSchema(database.query);
    const verified = await command(environment, 'audit', 'verify', '--org', orgId);
    expect([verified.code, verified.stderr()]).toEqual([0, '']);
    console.log(
      `upgrade from ${release.version}: ${made.offers.length} offers, ${receiver.received.length} webhooks`,
    );
    for (const program of [working, serving])
      expect(await program.terminate()).toEqual({ code: 0, signal: null });
    await receiver.stop();
  });
