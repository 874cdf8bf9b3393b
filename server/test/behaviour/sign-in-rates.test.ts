import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginSignIn, createBrowser } from '../browser.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { createPeople, type People, password } from '../people.ts';

let app: TestApp;
/** A process without sign-in limits on the same database, to create accounts. */
let unlimited: TestApp;
let org: TestOrganization;
let people: People;
beforeAll(async () => {
  const limits = { SIGN_IN_RATE: '3', SIGN_UP_RATE: '3', TOKEN_FAILURE_RATE: '3' };
  app = await startTestApp({ environment: { TRUST_PROXY: '1', ...limits } });
  unlimited = await startTestApp({ database: app.database });
  people = createPeople(unlimited);
  org = await app.organization();
});
afterAll(async () => {
  await unlimited.stop();
  await app.stop();
});

let networks = 0;
const freshNetwork = () => `198.51.100.${++networks}`;
const post = (path: string, body: object, network: string) =>
  app.request('POST', path, { body, headers: { 'x-forwarded-for': network } });
/** The response to a request beyond the rate limit. */
const tooMany = {
  status: 429,
  body: expect.objectContaining({
    code: 'too_many_attempts',
    detail: expect.stringMatching(/^Too many attempts .* in \d+ seconds?\.$/),
  }),
};
const waits = (headers: Headers) => Number(headers.get('retry-after'));

describe('requests without a token have a rate limit for each address', () => {
  test.each([
    ['/user', { email: 'flood@example.com', password }, 200],
    ['/user/requestPasswordReset', { email: 'flood@example.com' }, 200],
    ['/user/verifyEmail', { token: 'tpl_x', password }, 400],
    ['/user/resetPassword', { token: 'tpl_x', password }, 400],
  ])('POST %s', async (path, body, usual) => {
    const network = freshNetwork();
    for (let nr = 1; nr <= 3; nr++) expect((await post(path, body, network)).status).toBe(usual);
    const refused = await post(path, body, network);
    expect(refused).toMatchObject(tooMany);
    expect(waits(refused.headers)).toBeGreaterThan(0);
    expect(waits(refused.headers)).toBeLessThanOrEqual(20);
    expect((await post(path, body, freshNetwork())).status, 'another address').toBe(usual);
  });

  test('for accounts and resets together, and no further account or mail is created', async () => {
    const network = freshNetwork();
    const email = (nr: number) => `many${nr}@example.com`;
    for (let nr = 1; nr <= 3; nr++) await post('/user/requestPasswordReset', { email: email(nr) }, network);
    expect(await post('/user', { email: email(4), password }, network)).toMatchObject(tooMany);
    const { rows } = await app.database.query(
      `SELECT count(*)::int AS n FROM person_token WHERE email LIKE 'many%'`,
    );
    expect(rows[0].n).toBe(3);
  });

  test('which errors in the body do not count against', async () => {
    const network = freshNetwork();
    const weak = { email: 'weak@example.com', password: 'short' };
    for (let nr = 1; nr <= 5; nr++) expect((await post('/user', weak, network)).status).toBe(400);
    expect((await post('/user', { ...weak, password }, network)).status).toBe(200);
  });
});

describe('the pages', () => {
  const from = (network: string) => ({ 'x-forwarded-for': network });

  test('show when to retry, and the sign-in works from other addresses', async () => {
    const { email } = await people.account();
    const attempt = async (network: string, word: string, browser = createBrowser(app.url)) => {
      const page = await browser.open(beginSignIn(app.url).target, from(network));
      const [, request = ''] = /name="request" value="([^"]*)"/.exec(page.text) ?? [];
      const [, token = ''] = /name="form_token" value="([^"]*)"/.exec(page.text) ?? [];
      const form = { action: 'password', request: request.replaceAll('&amp;', '&'), form_token: token };
      return browser.post('/oauth2/signIn', { ...form, email, password: word }, from(network));
    };
    const known = createBrowser(app.url);
    const network = freshNetwork();
    expect((await attempt(network, password, known)).status).toBe(303);
    known.cookies.delete('tradepost_session');
    for (let nr = 1; nr <= 2; nr++) expect((await attempt(network, 'wrong')).status).toBe(200);
    const refused = await attempt(network, password);
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/Try again in \d+ seconds?\./);
    expect(waits(refused.headers)).toBeGreaterThan(0);
    expect((await attempt(network, password, known)).status, 'a browser that is known').toBe(303);
    expect((await attempt(freshNetwork(), password)).status).toBe(303);
  });

  test.each([
    ['/oauth2/signUp', { email: 'page@example.com', name: '', password }],
    ['/oauth2/resetPassword', { email: 'page@example.com' }],
  ])('%s', async (path, fields) => {
    const network = freshNetwork();
    const submit = async () => {
      const browser = createBrowser(app.url);
      const page = await browser.open(path, from(network));
      const [, token = ''] = /name="form_token" value="([^"]*)"/.exec(page.text) ?? [];
      return browser.post(path, { ...fields, form_token: token } as Record<string, string>, from(network));
    };
    for (let nr = 1; nr <= 3; nr++) expect((await submit()).status).toBe(200);
    const refused = await submit();
    expect([refused.status, waits(refused.headers) > 0]).toEqual([429, true]);
  });
});

describe('the token endpoint', () => {
  const token = (network: string, secret: string) =>
    app.request('POST', '/oauth2/token', {
      raw: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: org.client.id,
        client_secret: secret,
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': network },
    });

  test('counts failures only, and continues to accept valid credentials', async () => {
    const network = freshNetwork();
    for (let nr = 1; nr <= 10; nr++) expect((await token(network, org.client.secret)).status).toBe(200);
    for (let nr = 1; nr <= 3; nr++) expect((await token(network, 'wrong')).status).toBe(401);
    const refused = await token(network, 'wrong');
    expect(refused).toMatchObject(tooMany);
    expect(waits(refused.headers)).toBeGreaterThan(0);
    expect((await token(network, org.client.secret)).status).toBe(200);
    expect((await token(freshNetwork(), 'wrong')).status).toBe(401);
  });
});

test('addresses before the one that the proxy adds are ignored', async () => {
  const network = freshNetwork();
  const body = { email: 'spoof@example.com' };
  for (let nr = 1; nr <= 3; nr++)
    await post('/user/requestPasswordReset', body, `203.0.113.${nr}, ${network}`);
  expect(await post('/user/requestPasswordReset', body, `203.0.113.9, ${network}`)).toMatchObject(tooMany);
});

test('calls with a token never get a 429 for their rate', async () => {
  const statuses = await Promise.all(
    Array.from(
      { length: 40 },
      async () => (await app.request('GET', `/org/${org.id}/offer`, { token: org.token })).status,
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('cookies of known browsers do not raise the limit of an address', async () => {
  const { email } = await people.account();
  const network = freshNetwork();
  const headers = { 'x-forwarded-for': network };
  const { browser } = await people.signedIn(email);
  const cookie = `tradepost_browser=${browser.cookies.get('tradepost_browser')}`;
  const ask = (more: object) =>
    app.request('POST', '/user/requestPasswordReset', {
      body: { email: 'minted@example.com' },
      headers: { ...headers, ...more },
    });
  for (let nr = 1; nr <= 3; nr++) expect((await ask({})).status).toBe(200);
  expect(await ask({ cookie })).toMatchObject(tooMany);
});

test('an invalid client address counts as one network, whatever its length, without an error', async () => {
  const { email } = await people.account();
  const browser = createBrowser(app.url);
  const from = { 'x-forwarded-for': 'f'.repeat(7000) };
  const page = await browser.open(beginSignIn(app.url).target, from);
  const [, request = ''] = /name="request" value="([^"]*)"/.exec(page.text) ?? [];
  const [, token = ''] = /name="form_token" value="([^"]*)"/.exec(page.text) ?? [];
  const form = { action: 'password', request: request.replaceAll('&amp;', '&'), form_token: token };
  const signedIn = await browser.post('/oauth2/signIn', { ...form, email, password }, from);
  expect(signedIn.status).toBe(303);
});

test('pages print no control character from a caller', async () => {
  const page = await createBrowser(app.url).open('/oauth2/verifyEmail?token=%1b%5b31m%00');
  expect(page.text).toContain('\uFFFD[31m\uFFFD');
  expect(page.text).not.toMatch(/[^\P{Cc}\t\n\r]/u);
});
