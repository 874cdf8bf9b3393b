import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reply, send } from '../harness.ts';
import { type Caller, type Credentials, callerOf, readCredentials } from './api.ts';
import {
  cleanUp,
  command,
  freePort,
  makeFolder,
  type Program,
  postmasterOf,
  start,
  waitFor,
} from './program.ts';

let dataDir: string;
let program: Program;
let address: string;
let credentials: Credentials;
let caller: Caller;

beforeAll(async () => {
  // A folder's name may have anything in it that a shell has its own idea of.
  dataDir = await makeFolder("tradepost's data $1 ");
  program = start({ DATA_DIR: dataDir, LOG_LEVEL: 'trace' });
  address = await program.address();
  credentials = readCredentials(dataDir);
  caller = await callerOf(address, credentials);
});
afterAll(cleanUp);

test('the first start writes the credentials of an ADMIN of a TEST organization, for its owner only', async () => {
  expect(Object.keys(credentials)).toEqual(['baseUrl', 'authUrl', 'orgId', 'clientId', 'clientSecret']);
  expect(credentials).toMatchObject({ baseUrl: address, authUrl: address });
  for (const name of ['credentials.json', 'master.key', 'postgres.password'])
    expect.soft(statSync(path.join(dataDir, name)).mode & 0o777, name).toBe(0o600);
  const listed = await send(`${address}/org`, 'GET', { token: caller.token });
  expect(listed.body).toEqual([
    expect.objectContaining({ id: credentials.orgId, environment: 'TEST', userRole: 'ADMIN' }),
  ]);
});

test('the lines that the first start prints run the whole life cycle when they are pasted into a shell', async () => {
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

test('the log is JSON with request ids and holds no secret, token, password or person', async () => {
  const email = 'somebody.private@example.com';
  const query = `?crmCOpportunityId=${encodeURIComponent(email)}`;
  await caller.post('/offer', { name: email, partner: 'MKA', info: { buyerEmail: email } });
  await caller.post('/offer', { name: 1, info: { eulaType: email } });
  const reply = await caller.get(`/offer${query}`);
  const refused = await send(`${address}/oauth2/token`, 'POST', {
    raw: `client_secret=${credentials.clientSecret}`,
  });
  // An answer may arrive before the line about it: the log has a pipe of its own.
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

test('a second program on the same folder is refused, and the first goes on', async () => {
  const second = start({ DATA_DIR: dataDir });
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.stderr()).toContain(dataDir);
  expect(second.stderr()).toMatch(/in use by process \d+/);
  expect(second.stderr()).not.toContain('    at ');
  expect((await send(`${address}/readyz`, 'GET', {})).status).toBe(200);
});

test('a command works beside the program: `invite` prints another link to it, and says what it does not know', async () => {
  const printed = program.stdout().match(/enter the console: (\S+)/)?.[1] as string;
  expect((await fetch(printed)).status).toBe(200);
  const invited = await command({ DATA_DIR: dataDir }, 'invite', '--role', 'viewer');
  expect([invited.code, invited.stderr()]).toEqual([0, '']);
  const link = invited.stdout().trim();
  expect(link).toMatch(new RegExp(`^${address}/join\\?token=tpj_[\\w-]{43}$`));
  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('as VIEWER')]);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  for (const [words, message] of [
    [['invite', '--role', 'owner'], '--role must be ADMIN, EDITOR or VIEWER'],
    [['invite', '--org', 'org_none'], 'there is no organization org_none'],
  ] as const) {
    const refused = await command({ DATA_DIR: dataDir }, ...words);
    expect([refused.code, refused.stderr().trim()]).toEqual([1, message]);
  }
});

test('a restart keeps the data and makes no new credentials', async () => {
  const offers = (await caller.get('/offer')).text;
  expect(await program.terminate()).toEqual({ code: 0, signal: null });
  expect(postmasterOf(dataDir)).toBeUndefined();

  program = start({ DATA_DIR: dataDir });
  address = await program.address();
  expect(readCredentials(dataDir)).toEqual({ ...credentials, baseUrl: address, authUrl: address });
  expect(program.stdout()).not.toContain('Paste');
  caller = await callerOf(address, credentials);
  expect((await caller.get('/offer')).text).toBe(offers);
});

test('the credentials are there before the port answers; a start that finds the port taken makes none', async () => {
  const folder = await makeFolder();
  const [port, taken] = [await freePort(), net.createServer()];
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
  const failed = start({ DATA_DIR: folder, PORT: String(port) });
  expect(await failed.ended).toEqual({ code: 1, signal: null });
  expect(failed.stderr()).toContain('EADDRINUSE');
  expect(existsSync(path.join(folder, 'credentials.json'))).toBe(false);
  await new Promise((resolve) => taken.close(resolve));

  const second = start({ DATA_DIR: folder, PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  const found = await waitFor(() =>
    fetch(`${url}/livez`).then(
      () => existsSync(path.join(folder, 'credentials.json')),
      () => undefined,
    ),
  );
  expect(found).toBe(true);
  expect(readCredentials(folder)).toMatchObject({ baseUrl: url, authUrl: url });
  await second.address();
  expect(second.stdout()).toContain('Paste');
});
