import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshToken, type Login, login, logout, readLogin } from '../../src/cli/login.ts';
import { createBrowser } from '../browser.ts';
import { send, type TestApp, type TestOrganization } from '../harness.ts';
import { createPeople, type People, password } from '../people.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let people: People;
let folder: string;
let file: string;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  people = createPeople(app);
  folder = await mkdtemp(path.join(tmpdir(), 'tradepost-login-'));
  file = path.join(folder, 'login.json');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.stop();
});

/** Opens the address in the person’s browser, signs in, and follows the redirect to this machine. */
const signIn = async (address: string, email: string): Promise<string> => {
  const browser = createBrowser(app.url);
  const back = await browser.submit(await browser.open(address), { email, password }, 'password');
  return (await fetch(back.location as string)).text();
};

const begin = (email: string, before: (address: string) => Promise<unknown> = async () => {}) => {
  let shown: Promise<string> | undefined;
  const show = (address: string) => {
    shown = before(address).then(() => signIn(address, email));
  };
  return login({ baseUrl: app.url, authUrl: app.url, show, file }).then(async (known) => ({
    known,
    page: await shown,
  }));
};

let known: Login;
test('login signs a person in by the browser, and stores the tokens readable for their owner only', async () => {
  const { email } = await people.account(org.id);
  let stray: number | undefined;
  const answer = await begin(email, async (address) => {
    // A different program on the machine can find the port but does not have the state.
    const back = new URL(address).searchParams.get('redirect_uri');
    stray = (await send(`${back}?code=stolen&state=wrong`, 'GET', {})).status;
  });
  known = answer.known;
  expect([answer.page, stray]).toEqual([expect.stringContaining('You are signed in.'), 404]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readLogin(file)).toEqual(known);
  expect(await people.works(known.accessToken)).toBe(200);
});

test('an expired access token is exchanged for the next one, with the refresh token', async () => {
  expect(await freshToken(known, file)).toBe(known.accessToken);
  await writeFile(file, JSON.stringify({ ...known, expiresAt: 0 }));
  const next = await freshToken(known, file);
  const kept = (await readLogin(file)) as Login;
  expect([next !== known.accessToken, kept.accessToken === next]).toEqual([true, true]);
  expect(kept.refreshToken).not.toBe(known.refreshToken);
  expect(await people.works(next)).toBe(200);
});

test('logout ends the session at the service and deletes it here', async () => {
  const { accessToken } = (await readLogin(file)) as Login;
  expect([await logout(file), await logout(file)]).toEqual([true, false]);
  expect(await readLogin(file)).toBeUndefined();
  expect(await people.works(accessToken)).toBe(401);
});
