import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, beginSignIn, createBrowser, type PageResponse } from '../browser.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { createPeople, type People, password } from '../people.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await startTestApp({ environment: { TRUST_PROXY: 'true' } });
  people = createPeople(app);
});
afterAll(() => app.stop());

/** Attempts a sign-in with a password from an IP address. */
async function tryFrom(address: string, email: string, word = 'wrong', browser = createBrowser(app.url)) {
  const from = { 'x-forwarded-for': address };
  const page = await browser.open(beginSignIn(app.url).target, from);
  return submitFrom(from, browser, page, { email, password: word });
}

const submitFrom = (
  headers: Record<string, string>,
  browser: Browser,
  page: PageResponse,
  fields: { email: string; password: string },
) => {
  const [, request] = /name="request" value="([^"]*)"/.exec(page.text) ?? [];
  const [, token] = /name="form_token" value="([^"]*)"/.exec(page.text) ?? [];
  const form = { ...fields, action: 'password', form_token: token as string };
  return browser.post(
    '/oauth2/signIn',
    { ...form, request: request?.replaceAll('&amp;', '&') as string },
    headers,
  );
};

const failuresAt = async (id: string, origin: string) => {
  const { rows } = await app.database.query(
    `SELECT failures, round(extract(epoch FROM locked_until - clock_timestamp()) / 60)::int AS minutes
     FROM sign_in_attempt WHERE person_id = $1 AND origin = $2`,
    [id, origin],
  );
  return rows[0];
};
const openAgain = (id: string) =>
  people.asSystem('UPDATE sign_in_attempt SET locked_until = clock_timestamp() WHERE person_id = $1', [id]);

/** Returns a browser with its own IP address in which the person has signed in. */
async function knownBrowser(email: string): Promise<Browser> {
  const browser = createBrowser(app.url);
  expect((await tryFrom('192.0.2.77', email, password, browser)).status).toBe(303);
  browser.cookies.delete('tradepost_session');
  return browser;
}

describe('wrong passwords from a network', () => {
  test('lock it after ten in a row, for longer each time, also when they are simultaneous', async () => {
    const { id, email } = await people.account();
    const network = '198.51.100.1';
    for (let nr = 1; nr <= 9; nr++) await tryFrom(network, email);
    expect(await failuresAt(id, network)).toEqual({ failures: 9, minutes: null });
    await Promise.all(Array.from({ length: 8 }, () => tryFrom(network, email)));
    expect(await failuresAt(id, network)).toEqual({ failures: 10, minutes: 1 });
    expect((await tryFrom(network, email, password)).status).toBe(200);
    for (const minutes of [2, 4, 8]) {
      await openAgain(id);
      await tryFrom(network, email);
      expect(await failuresAt(id, network)).toMatchObject({ minutes });
    }
    await openAgain(id);
    expect((await tryFrom(network, email, password)).status).toBe(303);
    expect(await failuresAt(id, network)).toEqual({ failures: 0, minutes: null });
  });

  test('do not lock another network or another person of the same network', async () => {
    const [one, two] = [await people.account(), await people.account()];
    for (let nr = 1; nr <= 11; nr++) await tryFrom('198.51.100.2', one.email);
    expect((await tryFrom('198.51.100.2', one.email, password)).status).toBe(200);
    expect((await tryFrom('198.51.100.3', one.email, password)).status).toBe(303);
    expect((await tryFrom('198.51.100.2', two.email, password)).status).toBe(303);
  });

  test('count for all addresses of an IPv6 network', async () => {
    const { id, email } = await people.account();
    for (const host of ['1', '2', 'ffff:1']) await tryFrom(`2001:db8:1:2::${host}`, email);
    expect(await failuresAt(id, '8193:3512:1:2')).toMatchObject({ failures: 3 });
  });
});

describe('wrong passwords from many networks', () => {
  test('lock all of them after a hundred, except browsers in which the person has signed in', async () => {
    const { id, email } = await people.account();
    const browser = await knownBrowser(email);
    await people.asSystem(
      `INSERT INTO sign_in_attempt (person_id, origin, failures, expires_at)
       VALUES ($1, 'all networks', 99, clock_timestamp() + interval '1 d')
       ON CONFLICT (person_id, origin) DO UPDATE SET failures = 99`,
      [id],
    );
    await tryFrom('203.0.113.1', email);
    expect(await failuresAt(id, 'all networks')).toEqual({ failures: 100, minutes: 1 });
    expect((await tryFrom('203.0.113.2', email, password)).status).toBe(200);
    expect((await tryFrom('203.0.113.2', email, password, browser)).status).toBe(303);
  });

  test('from a locked network do not count for the others', async () => {
    const { id, email } = await people.account();
    for (let nr = 1; nr <= 15; nr++) await tryFrom('203.0.113.3', email);
    expect(await failuresAt(id, 'all networks')).toMatchObject({ failures: 10 });
  });
});

describe('a browser in which a person has signed in', () => {
  test('is locked by its own failures only', async () => {
    const { email } = await people.account();
    const browser = await knownBrowser(email);
    for (let nr = 1; nr <= 10; nr++) await tryFrom('203.0.113.10', email, 'wrong', browser);
    expect((await tryFrom('203.0.113.10', email, password, browser)).status).toBe(200);
    expect((await tryFrom('203.0.113.10', email, password)).status).toBe(303);
  });

  test('is unknown for other persons, and with an invalid cookie for every person', async () => {
    const [one, two] = [await people.account(), await people.account()];
    const browser = await knownBrowser(one.email);
    await tryFrom('203.0.113.11', two.email, 'wrong', browser);
    expect(await failuresAt(two.id, '203.0.113.11')).toMatchObject({ failures: 1 });
    const cookie = browser.cookies.get('tradepost_browser') as string;
    browser.cookies.set('tradepost_browser', cookie.replace('tpb_', 'tpb_x'));
    await tryFrom('203.0.113.11', one.email, 'wrong', browser);
    expect(await failuresAt(one.id, '203.0.113.11')).toMatchObject({ failures: 1 });
  });
});

test('a password that is tried with the token of a session locks this session only', async () => {
  const { id, email } = await people.account();
  const { access: token } = await people.signedIn(email);
  const change = (currentPassword: string) =>
    app.request('PATCH', '/user/me', { token, body: { password: 'a new password', currentPassword } });
  for (let nr = 1; nr <= 10; nr++) expect((await change('wrong')).status).toBe(400);
  expect((await change(password)).status).toBe(400);
  expect((await tryFrom('203.0.113.20', email, password)).status).toBe(303);
  expect(await failuresAt(id, '127.0.0.1')).toMatchObject({ minutes: null });
});
