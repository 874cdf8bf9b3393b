import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reply, send } from '../harness.ts';
import { type Caller, type Credentials, callerOf, readCredentials } from './api.ts';
import { cleanUp, makeFolder, type Program, start, waitFor } from './program.ts';

let dataDir: string;
let program: Program;
let address: string;
let credentials: Credentials;
let caller: Caller;

beforeAll(async () => {
  // The folder's name has characters that are special in a shell.
  dataDir = await makeFolder("tradepost's data $1 ");
  program = start({ DATA_DIR: dataDir, LOG_LEVEL: 'trace' });
  address = await program.address();
  credentials = readCredentials(dataDir);
  caller = await callerOf(address, credentials);
});
afterAll(cleanUp);

test('the first start writes the credentials of an ADMIN client of a TEST organization, readable by the file owner only', async () => {
  expect(Object.keys(credentials)).toEqual(['baseUrl', 'authUrl', 'orgId', 'clientId', 'clientSecret']);
  expect(credentials).toMatchObject({ baseUrl: address, authUrl: address });
  for (const name of ['credentials.json', 'master.key', 'postgres.password'])
    expect.soft(statSync(path.join(dataDir, name)).mode & 0o777, name).toBe(0o600);
  const listed = await send(`${address}/org`, 'GET', { token: caller.token });
  expect(listed.body).toEqual([
    expect.objectContaining({ id: credentials.orgId, environment: 'TEST', userRole: 'ADMIN' }),
  ]);
});

test('the first start prints five lines, the link to the console first, and details at debug level only', async () => {
  const folder = await makeFolder();
  const first = start({ DATA_DIR: folder });
  const url = await first.address();
  const [link, listening, file, next, ready, ...more] = first.stdout().trimEnd().split('\n');
  expect(link).toMatch(
    /^Open this link within an hour to choose a password and sign in to the console: \S+$/,
  );
  expect((await fetch(link?.split(' ').at(-1) as string)).status).toBe(200);
  expect([listening, file, next]).toEqual([
    `Tradepost listens on ${url}. Reference: ${url}/docs`,
    `Credentials of the first client: ${path.join(folder, 'credentials.json')}`,
    `Guide to a first sale with the API: ${url}/docs/guides/first-steps`,
  ]);
  expect(JSON.parse(ready as string)).toMatchObject({ level: 'info', address: url, msg: 'ready' });
  expect([more, first.stderr()]).toEqual([[], '']);
  expect(program.log()).toContainEqual(
    expect.objectContaining({ level: 'debug', msg: 'migrations applied' }),
  );
  await first.terminate();
});

test('the commands that the first start prints at debug level run the whole life cycle in a shell', async () => {
  const lines = program
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('  '));
  expect(lines.length).toBeGreaterThan(8);
  const pasted = spawnSync('bash', ['-s'], { input: lines.join('\n'), encoding: 'utf8' });
  expect(pasted.stderr).toBe('');
  expect(pasted.status).toBe(0);

  const offers = (await caller.get('/offer')).body;
  expect(offers).toEqual([expect.objectContaining({ name: 'First offer', status: 'ACCEPTED' })]);
  const entitlements = (await caller.get(`/entitlement?offerId=${offers[0].id}`)).body;
  expect(entitlements).toEqual([expect.objectContaining({ status: 'ACTIVE' })]);
  expect(entitlements[0].info.addons).toEqual([expect.objectContaining({ name: 'Onboarding', amount: 500 })]);
  expect((await caller.get('/notificationConfigInfo')).body.enableEmailNotification).toBe(true);
  expect(pasted.stdout).toContain(entitlements[0].entitlementTermID);
});

test('the log is JSON with request ids and has no secrets, tokens, passwords or personal data', async () => {
  const email = 'somebody.private@example.com';
  const query = `?crmCOpportunityId=${encodeURIComponent(email)}`;
  await caller.post('/offer', { name: email, partner: 'MKA', info: { buyerEmail: email } });
  await caller.post('/offer', { name: 1, info: { eulaType: email } });
  const reply = await caller.get(`/offer${query}`);
  const refused = await send(`${address}/oauth2/token`, 'POST', {
    raw: `client_secret=${credentials.clientSecret}`,
  });
  // Waits for the log line of a response, which may arrive later because the log has a separate pipe.
  const lineOf = ({ headers }: Reply) =>
    waitFor(() => program.log().find(({ requestId }) => requestId === headers.get('x-correlation-id')));
  expect(await lineOf(reply)).toMatchObject({ status: 200, method: 'GET' });
  expect(await lineOf(refused)).toMatchObject({ status: refused.status, method: 'POST' });
  const read = (name: string) => readFileSync(path.join(dataDir, name), 'utf8').trim();
  const hidden = {
    secret: credentials.clientSecret,
    token: caller.token,
    signature: caller.token.split('.')[2] as string,
    masterKey: read('master.key'),
    password: read('postgres.password'),
    email,
    encodedEmail: encodeURIComponent(email),
  };
  const said = program.stdout() + program.stderr() + read('postgres.log');
  for (const [name, value] of Object.entries(hidden)) expect.soft(said.includes(value), name).toBe(false);
  const afterReady = program.stdout().slice(program.stdout().indexOf('"msg":"ready"'));
  for (const line of afterReady.split('\n').slice(1).filter(Boolean))
    expect(() => JSON.parse(line)).not.toThrow();
});
