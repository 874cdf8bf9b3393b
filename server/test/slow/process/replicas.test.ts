import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createEmptyDatabase,
  createTestDatabase,
  send,
  type TestDatabase,
  testMasterKey,
} from '../../harness.ts';
import { type Caller, type Credentials, callerOf } from '../../process/api.ts';
import { cleanUp, command, freePort, makeFolder, type Program, start } from '../../process/program.ts';

let empty: TestDatabase;
let dataDir: string;
let environment: Record<string, string>;
let serving: Program;
let credentials: Pick<Credentials, 'orgId' | 'clientId' | 'clientSecret'>;
let caller: Caller;

beforeAll(async () => {
  empty = await createEmptyDatabase();
  dataDir = path.join(await makeFolder(), 'data');
  const port = String(await freePort());
  environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: empty.connectionString,
    MASTER_KEY: testMasterKey,
    BASE_URL: `http://127.0.0.1:${port}`,
    PORT: port,
  };
});
afterAll(async () => {
  await cleanUp();
  await empty?.drop();
});

test('with MIGRATE=off a database without its migrations prevents the start, with a message about the remedy', async () => {
  const program = start({ ...environment, MIGRATE: 'off' });
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.stderr()).toContain('0001');
  expect(program.stderr()).toContain('tradepost migrate');
});

test('with MIGRATE=off a program does not listen while one required migration is pending, and does afterwards', async () => {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: database.connectionString, MASTER_KEY: testMasterKey, MIGRATE: 'off' };
  const [last] = (
    await database.query(
      'DELETE FROM schema_migration WHERE name = (SELECT max(name) FROM schema_migration) RETURNING *',
    )
  ).rows;
  const early = start(settings);
  expect(await early.ended).toEqual({ code: 1, signal: null });
  expect(early.stderr()).toContain(last?.name);
  expect(early.log().filter(({ msg }) => msg === 'ready')).toEqual([]);
  await database.query(
    'INSERT INTO schema_migration SELECT * FROM json_populate_record(NULL::schema_migration, $1)',
    [JSON.stringify(last)],
  );
  const program = start(settings);
  expect((await send(`${await program.address()}/readyz`, 'GET', {})).status).toBe(200);
  await program.terminate();
  await database.drop();
});

test('with DATABASE_URL nothing is created automatically: no organization, no credentials, no folder', async () => {
  serving = start(environment, { arguments: ['serve'] });
  expect(await serving.address()).toBe(environment.BASE_URL);
  expect((await empty.query('SELECT count(*)::int AS count FROM organization')).rows).toEqual([{ count: 0 }]);
  expect(existsSync(dataDir)).toBe(false);
  expect(serving.stdout()).not.toContain('sign in to the console');
});

test('organization create and api-client create print one JSON object, also with a verbose log', async () => {
  const talkative = { ...environment, LOG_LEVEL: 'trace' };
  const create = ['organization', 'create', '--name', 'Acme', '--environment', 'test', '--json'];
  const organization = await command(talkative, ...create);
  expect(organization).toMatchObject({ code: 0 });
  const { orgId } = JSON.parse(organization.stdout());
  const client = await command(
    talkative,
    'api-client',
    'create',
    '--org',
    orgId,
    '--role',
    'admin',
    '--json',
  );
  expect(client).toMatchObject({ code: 0 });
  credentials = JSON.parse(client.stdout());
  expect(credentials).toEqual({ orgId, clientId: expect.any(String), clientSecret: expect.any(String) });
  caller = await callerOf(environment.BASE_URL as string, credentials);
  expect((await caller.get('/offer')).body).toEqual([]);
});

test('on a database without migrations the commands print one JSON object too', async () => {
  const database = await createEmptyDatabase();
  const fresh = { ...environment, DATABASE_URL: database.connectionString, LOG_LEVEL: 'info' };
  const made = await command(fresh, 'organization', 'create', '--name', 'Acme', '--json');
  expect(made.code).toBe(0);
  expect(JSON.parse(made.stdout())).toEqual({ orgId: expect.stringMatching(/^org_/) });
  await database.drop();
});

test.each([
  [['api-client', 'create', '--org', 'org_unknown', '--json'], 'org_unknown'],
  [['organization', 'create', '--json'], '--name'],
  [['api-client', 'create', '--org', 'x', '--role', 'OWNER'], '--role'],
  [['organization', 'create', '--name', ' '], '--name'],
  [['organization', 'create', '--name', 'n'.repeat(201)], '--name'],
  [['api-client', 'create', '--org', 'x', '--name', ''], '--name'],
  [['sell'], 'sell'],
])('%j fails with a message that names the fault', async (words, name) => {
  const failed = await command(environment, ...words);
  expect(failed.code).toBe(1);
  expect(failed.stderr()).toContain(name);
  expect(failed.stdout()).toBe('');
});

test('the operator sets a quota, and encrypts the values of an earlier key again', async () => {
  const { orgId } = credentials;
  expect(await command(environment, 'quota', 'set', '--org', orgId, 'apiClients', '1')).toMatchObject({
    code: 0,
  });
  const listed = await command(environment, 'quota', 'list');
  expect(listed.stdout()).toBe(`${orgId}\tapiClients\t1\n`);
  expect((await caller.post('/apiClient', { role: 'VIEWER' })).status).toBe(429);
  const wrong = await command(environment, 'quota', 'set', '--org', orgId, 'wishes', '3');
  expect([wrong.code, wrong.stderr()]).toEqual([1, expect.stringContaining('wishes')]);
  const next = { ...environment, MASTER_KEY: 'ab'.repeat(32), MASTER_KEY_PREVIOUS: testMasterKey };
  const rotated = await command(next, 'secrets', 'rotate');
  expect([rotated.code, rotated.stdout()]).toEqual([0, expect.stringMatching(/^1 secrets encrypted again/)]);
  const back = { ...environment, MASTER_KEY_PREVIOUS: 'ab'.repeat(32) };
  expect((await command(back, 'secrets', 'rotate')).stdout()).toMatch(/^1 secrets encrypted again/);
});

test('secrets are in no log line, at every log level', async () => {
  const port = String(await freePort());
  const talkative = start({ ...environment, PORT: port, LOG_LEVEL: 'trace' }, { arguments: ['serve'] });
  await talkative.logged('ready');
  const post = (where: string, body: object) =>
    send(`http://127.0.0.1:${port}/org/${credentials.orgId}${where}`, 'POST', { token: caller.token, body });
  await command(environment, 'quota', 'set', '--org', credentials.orgId, 'apiClients', '20');
  const made = await post('/apiClient', { role: 'VIEWER' });
  const rotated = await post(`/apiClient/${made.body.id}/rotateSecret`, {});
  await post('/integration', { partner: 'MKA', credentials: { key: 'hunter2-0123456789' } });
  await post('/integration', { partner: 'MKZ', credentials: { key: 'hunter2-0123456789' } });
  expect(await talkative.terminate()).toEqual({ code: 0, signal: null });
  const log = talkative.stdout() + talkative.stderr();
  expect(log).toContain('/apiClient');
  for (const secret of [made.body.secret, rotated.body.secret, 'hunter2', caller.token])
    expect(log.includes(secret)).toBe(false);
});

test('the operator replaces a secret with an overlap', async () => {
  const { clientId, clientSecret } = credentials;
  const rotated = await command(environment, 'api-client', 'rotate', clientId, '--overlap', '2');
  expect(rotated.code, rotated.stderr()).toBe(0);
  const renewed = JSON.parse(rotated.stdout());
  expect(renewed.clientSecret).not.toBe(clientSecret);
  for (const secret of [clientSecret, renewed.clientSecret]) {
    const again = await callerOf(environment.BASE_URL as string, { ...credentials, clientSecret: secret });
    expect((await again.get('/offer')).status).toBe(200);
  }
  const wrong = await command(environment, 'api-client', 'rotate', clientId, '--overlap', '169');
  expect([wrong.code, wrong.stderr()]).toEqual([1, expect.stringContaining('--overlap')]);
});

test('a process that only serves leaves jobs to one that only works, which has no listener of its own', async () => {
  const created = await caller.post('/offer', { partner: 'MKB', name: 'Left to another' });
  expect(created.body.status).toBe('PENDING_CREATE');
  const jobs = await empty.query(`SELECT kind, attempts FROM job WHERE finished_at IS NULL`);
  expect(jobs.rows).toEqual([{ kind: 'offers.create', attempts: 0 }]);

  const working = start(environment, { arguments: ['work'] });
  expect(await working.logged('ready')).not.toHaveProperty('address');
  const published = await caller.offerWith('PENDING_ACCEPTANCE', created.body.id);
  expect(published.info.privateOfferUrl).toMatch(environment.BASE_URL as string);
  await caller.post(`/sandbox/offer/${created.body.id}/accept`);
  expect(await caller.entitlementOf(created.body.id)).toMatchObject({ status: 'ACTIVE' });
  expect(await working.terminate()).toEqual({ code: 0, signal: null });
});

test('two serving processes respond for one organization, and both refuse a deleted client immediately', async () => {
  const port = String(await freePort());
  const second = start({ ...environment, PORT: port }, { arguments: ['serve'] });
  await second.logged('ready');
  const there = (where: string) => send(`http://127.0.0.1:${port}${where}`, 'GET', { token: caller.token });
  const offers = `/org/${credentials.orgId}/offer`;
  expect((await there(offers)).text).toBe((await caller.get('/offer')).text);
  expect(await command(environment, 'api-client', 'delete', credentials.clientId)).toMatchObject({ code: 0 });
  expect((await caller.get('/offer')).status).toBe(401);
  expect((await there(offers)).status).toBe(401);
  expect(await second.terminate()).toEqual({ code: 0, signal: null });
  expect(await serving.terminate()).toEqual({ code: 0, signal: null });
});
