import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type Reply, send, type TestDatabase, testMasterKey } from '../../harness.ts';
import { type Caller, callerOf } from '../../process/api.ts';
import { cleanUp, command, type Program, start, waitFor } from '../../process/program.ts';
import { startWire, type Wire } from './wire.ts';

let database: TestDatabase;
let wire: Wire;
let program: Program;
let address: string;
let caller: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  const direct = { DATABASE_URL: database.connectionString, MASTER_KEY: testMasterKey };
  const org = await command(
    direct,
    'organization',
    'create',
    '--name',
    'Acme',
    '--environment',
    'TEST',
    '--json',
  );
  const { orgId } = JSON.parse(org.stdout());
  const client = await command(direct, 'api-client', 'create', '--org', orgId, '--role', 'ADMIN', '--json');
  wire = await startWire(database.connectionString);
  program = start({ ...direct, DATABASE_URL: wire.connectionString });
  address = await program.address();
  caller = await callerOf(address, JSON.parse(client.stdout()));
});
afterAll(async () => {
  await cleanUp();
  await wire?.close();
  await database?.drop();
});
beforeEach(async () => {
  await wire.restore();
  await untilReady(200);
});

const readiness = () => send(`${address}/readyz`, 'GET', {});
const untilReady = (status: number) =>
  waitFor(async () => ((await readiness()).status === status ? true : undefined));

const operations: [string, () => Promise<Reply>][] = [
  ['a read', () => caller.get('/offer')],
  ['a write', () => caller.post('/offer', { partner: 'MKA', name: `offer ${Date.now()} ${Math.random()}` })],
  ['a change', () => caller.patch('/notificationConfigInfo', { enableEmailNotification: true })],
  ['the list of organizations', () => send(`${address}/org`, 'GET', { token: caller.token })],
];

function expectUnavailable(reply: Reply, what: string): void {
  expect.soft(reply.status, `${what}: ${reply.text}`).toBe(503);
  expect.soft(Number(reply.headers.get('retry-after')), what).toBeGreaterThan(0);
  expect.soft(reply.text, what).not.toMatch(/ECONN|postgres|127\.0\.0\.1:\d+\/tp_|terminated/);
}

test('while the database is unavailable requests are a 503, the process lives, and service resumes with the database', async () => {
  const before = await Promise.all(operations.map(([, run]) => run()));
  for (const reply of before) expect(reply.status, reply.text).toBe(200);

  await wire.cut();
  await untilReady(503);
  for (const [what, run] of operations) expectUnavailable(await run(), what);
  expect((await send(`${address}/livez`, 'GET', {})).status).toBe(200);

  await wire.restore();
  await untilReady(200);
  for (const [what, run] of operations) expect((await run()).status, what).toBe(200);
});

test('one log line reports that the database is unavailable, whatever the number of attempts', async () => {
  const complaints = () => program.log().filter(({ level }) => level === 'warn' || level === 'error').length;
  const before = complaints();
  await wire.cut();
  await untilReady(503);
  for (const [what, run] of operations) expectUnavailable(await run(), what);
  await wire.restore();
  await untilReady(200);
  expect(complaints() - before).toBeLessThanOrEqual(1);
});

test('requests that are open when the database fails get a response, and never a 500', async () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    (operations[index % 4] as (typeof operations)[0])[1](),
  );
  await wire.cut();
  for (const reply of await Promise.all(many)) expect.soft([200, 503], reply.text).toContain(reply.status);
});

test('jobs continue automatically once the database is available again', async () => {
  await wire.cut();
  await untilReady(503);
  await wire.restore();
  await untilReady(200);
  const { body } = await caller.post('/offer', { partner: 'MKA', name: `published after ${Date.now()}` });
  await caller.offerWith('PENDING_ACCEPTANCE', body.id);
});
