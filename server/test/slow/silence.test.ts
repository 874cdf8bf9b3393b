import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type Reply, send, type TestDatabase, testMasterKey } from '../harness.ts';
import { type Caller, callerOf } from '../process/api.ts';
import { cleanUp, command, start, waitFor } from '../process/program.ts';
import { startWire, type Wire } from './process/wire.ts';

let database: TestDatabase;
let wire: Wire;
let address: string;
let caller: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  const direct = { DATABASE_URL: database.connectionString, MASTER_KEY: testMasterKey };
  const organization = await command(direct, 'organization', 'create', '--name', 'Acme', '--json');
  const { orgId } = JSON.parse(organization.stdout());
  const client = await command(direct, 'api-client', 'create', '--org', orgId, '--role', 'ADMIN', '--json');
  wire = await startWire(database.connectionString);
  const program = start({ ...direct, DATABASE_URL: wire.connectionString });
  address = await program.address();
  caller = await callerOf(address, JSON.parse(client.stdout()));
});
afterAll(async () => {
  await cleanUp();
  await wire?.close();
  await database?.drop();
});

test('a database that becomes silent leaves no request hanging, and the program resumes with it', async () => {
  const operations: [string, () => Promise<Reply>][] = [
    ['a read', () => caller.get('/offer')],
    ['a write', () => caller.post('/offer', { name: 'into the silence' })],
    ['a change', () => caller.patch('/notificationConfigInfo', { enableEmailNotification: true })],
    ['the list of organizations', () => send(`${address}/org`, 'GET', { token: caller.token })],
  ];
  for (const [what, run] of operations) expect((await run()).status, what).toBe(200);
  wire.silence();
  // Sent concurrently, because each request takes the timeout of a statement. A request that hangs exceeds
  // the timeout of the test.
  const [ready, ...answers] = await Promise.all([
    send(`${address}/readyz`, 'GET', {}),
    ...operations.map(([, run]) => run()),
  ]);
  expect(ready?.status).toBe(503);
  for (const [index, reply] of answers.entries()) {
    const [what] = operations[index] as (typeof operations)[number];
    expect.soft(reply.status, `${what}: ${reply.text}`).toBe(503);
    expect.soft(Number(reply.headers.get('retry-after')), what).toBeGreaterThan(0);
  }
  await wire.restore();
  await waitFor(async () => ((await send(`${address}/readyz`, 'GET', {})).status === 200 ? true : undefined));
  for (const [what, run] of operations) expect((await run()).status, what).toBe(200);
});
