import { existsSync, readdirSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../harness.ts';
import { type Caller, type Credentials, callerOf, readCredentials } from '../../process/api.ts';
import {
  cleanUp,
  command,
  freePort,
  makeFolder,
  type Program,
  postmasterOf,
  start,
  waitFor,
} from '../../process/program.ts';

let dataDir: string;
let program: Program;
let address: string;
let credentials: Credentials;
let caller: Caller;

beforeAll(async () => {
  dataDir = await makeFolder();
  program = start({ DATA_DIR: dataDir });
  address = await program.address();
  credentials = readCredentials(dataDir);
  caller = await callerOf(address, credentials);
});
afterAll(cleanUp);

test('a second program on the same folder is refused, and the first continues', async () => {
  const second = start({ DATA_DIR: dataDir });
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.stderr()).toContain(dataDir);
  expect(second.stderr()).toMatch(/in use by process \d+/);
  expect(second.stderr()).not.toContain('    at ');
  expect((await send(`${address}/readyz`, 'GET', {})).status).toBe(200);
});

test('a command works beside the program: `invite` prints another link to it, and rejects unknown arguments', async () => {
  const printed = program.stdout().match(/sign in to the console: (\S+)/)?.[1] as string;
  expect((await fetch(printed)).status).toBe(200);
  const invited = await command({ DATA_DIR: dataDir }, 'invite', '--role', 'viewer');
  expect([invited.code, invited.stderr()]).toEqual([0, '']);
  const link = invited.stdout().trim();
  expect(link).toMatch(new RegExp(`^${address}/join\\?token=tpj_[\\w-]{43}$`));
  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('the role VIEWER')]);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  for (const [words, message] of [
    [['invite', '--role', 'owner'], '--role must be ADMIN, EDITOR or VIEWER'],
    [['invite', '--org', 'org_none'], 'organization org_none does not exist'],
  ] as const) {
    const refused = await command({ DATA_DIR: dataDir }, ...words);
    expect([refused.code, refused.stderr().trim()]).toEqual([1, message]);
  }
});

test('a restart keeps the data and creates no new credentials', async () => {
  const offers = (await caller.get('/offer')).text;
  expect(await program.terminate()).toEqual({ code: 0, signal: null });
  expect(postmasterOf(dataDir)).toBeUndefined();

  program = start({ DATA_DIR: dataDir });
  address = await program.address();
  expect(readCredentials(dataDir)).toEqual({ ...credentials, baseUrl: address, authUrl: address });
  expect(program.stdout()).not.toContain('sign in to the console');
  caller = await callerOf(address, credentials);
  expect((await caller.get('/offer')).text).toBe(offers);
});

test('the credentials exist before the port responds; a start that finds the port in use creates none', async () => {
  const folder = await makeFolder();
  const [port, taken] = [await freePort(), net.createServer()];
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
  const failed = start({ DATA_DIR: folder, PORT: String(port) });
  expect(await failed.ended).toEqual({ code: 1, signal: null });
  expect(failed.stderr()).toContain('is in use by another program');
  expect(readdirSync(folder)).toEqual([]);
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
  expect(second.stdout()).toContain('sign in to the console');
});
