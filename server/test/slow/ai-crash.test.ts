import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChat } from '../fakes/chat/server.ts';
import { send } from '../harness.ts';
import { callerOf } from '../process/api.ts';
import { cleanUp, makeFolder, start, waitFor } from '../process/program.ts';
import { type PreparedDatabase, prepareDatabase } from './prepared.ts';

let prepared: PreparedDatabase;
beforeAll(async () => {
  prepared = await prepareDatabase();
});
afterAll(async () => {
  await cleanUp();
  await prepared?.database.drop();
});

test('R11 a call in flight when the program was killed stays charged as reserved, and is not repeated', async () => {
  const chat = await startChat();
  const { credentials } = prepared;
  const dataDir = path.join(await makeFolder(), 'data');
  const environment = { ...prepared.environment, DATA_DIR: dataDir, ...chat.environment };
  chat.plays({ after: new Promise(() => {}) });
  const first = start(environment);
  const caller = await callerOf(await first.address(), credentials);
  const question = { question: 'What is a quota?' };
  const headers = { 'idempotency-key': 'once' };
  const { orgId } = credentials;
  const ask = async (address: string, token: string, more = {}) =>
    send(`${address}/org/${orgId}/knowledge/answer`, 'POST', { token, body: question, ...more });
  const lost = ask(await first.address(), caller.token, { headers }).catch(() => 'LOST');
  await waitFor(() => (chat.calls.length > 0 ? true : undefined));
  await first.kill();
  expect(await lost).toBe('LOST');

  chat.plays({});
  const second = start(environment);
  const address = await second.address();
  const again = await callerOf(address, credentials);
  const usage = (await again.get('/aiUsage')).body;
  expect(usage).toMatchObject({ calls: 1, usedCents: 0 });
  expect(usage.reservedCents).toBeGreaterThan(1);
  const repeated = await ask(address, again.token, { headers });
  expect([repeated.status, repeated.body.code]).toEqual([409, 'idempotency_key_in_use']);
  expect(chat.calls).toHaveLength(1);
  expect((await ask(address, again.token)).body).toMatchObject({ found: true });
  expect((await again.get('/aiUsage')).body).toMatchObject({ calls: 2, usedCents: 0.21 });
  expect(JSON.stringify([first.log(), second.log()])).not.toContain('canary');
  await second.terminate();
  await chat.stop();
});
