import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginSignIn, createBrowser, sentBack } from '../browser.ts';
import { send, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { createPeople, type People, password } from '../people.ts';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let people: People;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  people = createPeople(app);
  other = await startTestApp({ database: app.database, environment: { BASE_URL: app.url } });
  org = await app.organization();
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

/** Calls the second process on its own port, because the configured address is that of the first process. */
const otherAsks = (path: string, token: string) => {
  const { port } = other.app.server.server.address() as { port: number };
  return send(`http://127.0.0.1:${port}${path}`, 'GET', { token });
};

/** Creates an account and signs in. */
const newcomer = async () => people.signedIn((await people.account(org.id)).email);

describe('a person signs in', () => {
  test('by the page, and returns to the client with a code for tokens', async () => {
    const { id, email } = await people.account(org.id);
    const signed = await people.signIn(email.toUpperCase());
    const { back, begun } = signed;
    expect(back.address.origin + back.address.pathname).toBe(`${app.url}/console/callback`);
    expect(back).toMatchObject({ state: begun.request.state, iss: app.url });
    const reply = await people.exchange(signed);
    expect(reply.body).toEqual({
      token_type: 'Bearer',
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 3600,
      scope: 'api',
    });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(decodeJwt(reply.body.access_token)).toMatchObject({
      iss: app.url,
      aud: app.url,
      sub: id,
      client_id: 'tradepost-console',
      ver: 1,
      amr: ['pwd'],
      principal_type: 'USER',
      sid: expect.stringMatching(/^ses_/),
    });
    const token = reply.body.access_token;
    expect((await app.request('GET', '/org', { token })).body.map((row: { id: string }) => row.id)).toEqual([
      org.id,
    ]);
    const offer = await app.request('POST', `/org/${org.id}/offer`, { token, body: { name: 'By a person' } });
    expect(offer.status, offer.text).toBe(200);
    const { rows } = await app.database.query(
      `SELECT actor_type, actor_id, actor_email, actor_name FROM event WHERE entity_id = $1`,
      [offer.body.id],
    );
    expect(rows[0]).toMatchObject({ actor_type: 'USER', actor_id: id, actor_email: email });
  });

  test('once for a browser: the console gets its next code without a page', async () => {
    const { browser, email } = await newcomer();
    const again = beginSignIn(app.url);
    const back = sentBack(await browser.open(again.target));
    const reply = await people.exchange({ code: back.code as string, begun: again });
    expect((await app.request('GET', '/user/me', { token: reply.body.access_token })).body.email).toBe(email);
    const anew = await browser.open(beginSignIn(app.url, { prompt: 'login' }).target);
    expect([anew.status, anew.text.includes('type="password"')]).toEqual([200, true]);
  });

  test('without a page only in a signed-in browser', async () => {
    const begun = beginSignIn(app.url, { prompt: 'none' });
    const back = sentBack(await createBrowser(app.url).open(begun.target));
    expect(back).toMatchObject({ error: 'login_required', state: begun.request.state });
  });

  test('for a program on its machine, on any port, with a session for that program only', async () => {
    const { email } = await people.account(org.id);
    const begun = beginSignIn(app.url, {
      client_id: 'tradepost-cli',
      redirect_uri: 'http://127.0.0.1:49152/callback',
    });
    const signed = await people.signIn(email, begun);
    expect(signed.back.address.host).toBe('127.0.0.1:49152');
    expect([...signed.browser.cookies.keys()]).toEqual(['tradepost_form', 'tradepost_browser']);
    const { body } = await people.exchange(signed);
    expect(await people.works(body.access_token)).toBe(200);
  });

  test('and confirms each program on its machine, also in a signed-in browser', async () => {
    const { browser, email } = await newcomer();
    const begun = beginSignIn(app.url, {
      client_id: 'tradepost-cli',
      redirect_uri: 'http://[::1]:8123/callback',
    });
    const page = await browser.open(begun.target);
    expect([page.status, page.location]).toEqual([200, undefined]);
    expect(page.text).toContain(email);
    const back = sentBack(await browser.submit(page, {}, 'continue'));
    const { body } = await people.exchange({ code: back.code as string, begun });
    const list = await app.request('GET', '/user/me/session', { token: body.access_token });
    expect(list.body.map(({ clientID }: { clientID: string }) => clientID)).toEqual([
      'tradepost-console',
      'tradepost-cli',
    ]);
    const silent = await browser.open(beginSignIn(app.url, { ...begun.request, prompt: 'none' }).target);
    expect(sentBack(silent).error).toBe('consent_required');
  });
});

describe('an authorization request', () => {
  const open = (changes: Record<string, string | undefined>, more = '') =>
    createBrowser(app.url).open(`${beginSignIn(app.url, changes).target}${more}`);

  test.each([
    ['an unknown client', { client_id: 'someone' }],
    ['no client', { client_id: undefined }],
    ['no redirect_uri', { redirect_uri: undefined }],
    ['another redirect_uri', { redirect_uri: 'https://evil.example/callback' }],
    ['one that only begins like the client’s', { redirect_uri: 'http://127.0.0.1:1/console/callback.evil' }],
    ['one of our host and another path', { redirect_uri: '/console/callback' }],
    ['loopback for the console', { redirect_uri: 'http://127.0.0.1:5000/callback' }],
    ['a name for loopback', { client_id: 'tradepost-cli', redirect_uri: 'http://localhost:5000/callback' }],
    [
      'a user before loopback',
      { client_id: 'tradepost-cli', redirect_uri: 'http://127.0.0.1:5000@evil.example/callback' },
    ],
    ['a port that is none', { client_id: 'tradepost-cli', redirect_uri: 'http://127.0.0.1:70000/callback' }],
    [
      'another path at loopback',
      { client_id: 'tradepost-cli', redirect_uri: 'http://127.0.0.1:5000/callback/x' },
    ],
    ['a script for an address', { client_id: 'tradepost-cli', redirect_uri: 'javascript:alert(1)' }],
  ])('with %s is not redirected', async (_what, changes) => {
    const page = await open(changes);
    expect([page.status, page.location]).toEqual([400, undefined]);
  });

  test('with a parameter given twice is not redirected', async () => {
    for (const name of ['redirect_uri', 'client_id', 'state'])
      expect((await open({}, `&${name}=x`)).status, name).toBe(400);
  });

  test.each([
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge that is no hash', { code_challenge: 'short' }, 'invalid_request'],
    ['no state', { state: undefined }, 'invalid_request'],
    ['a token for an answer', { response_type: 'token' }, 'unsupported_response_type'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['another resource', { resource: 'https://elsewhere.example' }, 'invalid_target'],
  ])('with %s returns the error to the client', async (_what, changes, error) => {
    const back = sentBack(await open(changes));
    expect(back).toMatchObject({ error, iss: app.url });
    expect(back.address.pathname).toBe('/console/callback');
    expect(back.code).toBeUndefined();
  });

  test('shows a page that loads nothing, runs nothing and cannot be framed', async () => {
    const page = await open({});
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(page.text).not.toMatch(/<script|https?:\/\/(?!127)/);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax$/);
  });

  test('never shows its parameters as HTML', async () => {
    const evil = `"><script>alert('1')</script>&amp;<img src=x onerror=alert(1)>`;
    const browser = createBrowser(app.url);
    const page = await browser.open(beginSignIn(app.url, { state: evil }).target);
    const again = await browser.submit(page, { email: evil, password: evil }, 'password');
    const pages = [page, again, await browser.submit(page, { organization: evil }, 'sso')];
    for (const name of ['client_id', 'redirect_uri', 'state', 'prompt', 'response_type', 'resource'])
      pages.push(await open({ [name]: evil }));
    for (const path of ['verifyEmail', 'resetPassword'])
      pages.push(await browser.open(`/oauth2/${path}?${new URLSearchParams({ token: evil })}`));
    for (const shown of pages) expect(shown.text).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
    expect(again.text).toContain('&quot;&gt;&lt;script&gt;');
  });

  test('sets cookies for https only when the service is reached by https', async () => {
    const secure = await startTestApp({
      database: app.database,
      environment: { BASE_URL: 'https://tradepost.example.com' },
    });
    const { port } = secure.app.server.server.address() as { port: number };
    const { target } = beginSignIn('https://tradepost.example.com');
    const page = await createBrowser(`http://127.0.0.1:${port}`).open(target);
    expect(page.headers.get('set-cookie')).toMatch(/^__Host-tradepost_form=\S+; Path=\/; .*; Secure$/);
    await secure.stop();
  });
});

describe('the sign-in form', () => {
  const fields = async (browser = createBrowser(app.url)) => {
    const { email } = await people.account(org.id);
    const page = await browser.open(beginSignIn(app.url).target);
    return { browser, page, email };
  };

  test('is refused without the cookie of the page, with the cookie of another page, and from another site', async () => {
    const { browser, page, email } = await fields();
    const stranger = createBrowser(app.url);
    expect((await stranger.submit(page, { email, password }, 'password')).status).toBe(403);
    await stranger.open(beginSignIn(app.url).target);
    expect((await stranger.submit(page, { email, password }, 'password')).status).toBe(403);
    expect((await browser.submit(page, { form_token: '', email, password }, 'password')).status).toBe(403);
    const origin = { origin: 'https://evil.example' };
    const request = new URLSearchParams(beginSignIn(app.url).request).toString();
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] as string;
    const own = { action: 'password', form_token: token, request, email, password };
    expect((await browser.post('/oauth2/signIn', own, origin)).status).toBe(403);
    expect((await browser.post('/oauth2/signIn', own, { origin: 'null' })).status).toBe(403);
    expect((await browser.post('/oauth2/signIn', own, { origin: app.url })).status).toBe(303);
  });

  test('redirects to addresses of the client only, whatever it contains', async () => {
    const { browser, page, email } = await fields();
    const evil = new URLSearchParams({
      ...beginSignIn(app.url).request,
      redirect_uri: 'https://evil.example/',
    });
    const shown = await browser.submit(page, { request: evil.toString(), email, password }, 'password');
    expect([shown.status, shown.location]).toEqual([400, undefined]);
  });

  test('returns the same for a wrong password, an unknown address and a locked account', async () => {
    const { browser, page, email } = await fields();
    const answerTo = async (who: string, word: string) => {
      const shown = await browser.submit(page, { email: who, password: word }, 'password');
      return [shown.status, /role="alert">([^<]*)/.exec(shown.text)?.[1]];
    };
    const wrong = await answerTo(email, 'not the password');
    expect(wrong[0]).toBe(200);
    expect(await answerTo('nobody@example.com', password)).toEqual(wrong);
    await people.asSystem(
      `UPDATE sign_in_attempt SET locked_until = clock_timestamp() + interval '1 h'
       WHERE person_id = (SELECT id FROM person WHERE email = $1)`,
      [email],
    );
    expect(await answerTo(email, password)).toEqual(wrong);
    expect(await answerTo('x\u0000@example.com', 'y'.repeat(2000))).toEqual(wrong);
  });
});

describe('R3 immediately, on every program', () => {
  const list = () => `/org/${org.id}/offer`;
  const statuses = async (token: string) => [
    (await app.request('GET', list(), { token })).status,
    (await otherAsks(list(), token)).status,
  ];

  test('an ended session ends its tokens, and no tokens of other sessions', async () => {
    const mine = await newcomer();
    const second = await people.signedIn(mine.email);
    expect([await statuses(mine.access), await statuses(second.access)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    const sessionId = decodeJwt(mine.access).sid as string;
    const ended = await app.request('DELETE', `/user/me/session/${sessionId}`, { token: second.access });
    expect([ended.status, ended.body]).toEqual([200, sessionId]);
    expect(await statuses(second.access)).toEqual([200, 200]);
    expect(await statuses(mine.access)).toEqual([401, 401]);
    expect(await statuses(second.access)).toEqual([200, 200]);
    expect((await app.request('POST', '/user/me/signOut', { token: second.access })).status).toBe(200);
    expect(await statuses(second.access)).toEqual([401, 401]);
  });

  test('an organization that does not allow the sign-in method refuses access', async () => {
    const { access } = await newcomer();
    const allow = (methods: string[]) =>
      people.asSystem('UPDATE organization SET allowed_auth_methods = $2 WHERE organization_id = $1', [
        org.id,
        methods,
      ]);
    expect(await statuses(access)).toEqual([200, 200]);
    await allow(['SSO']);
    expect(await statuses(access)).toEqual([403, 403]);
    expect((await app.request('GET', list(), { token: access })).body.code).toBe('auth_method_not_allowed');
    expect((await app.request('GET', list(), { token: org.token })).status, 'a client is no person').toBe(
      200,
    );
    await allow(['PASSWORD', 'SSO']);
    expect(await statuses(access)).toEqual([200, 200]);
    await allow([]);
    expect(await statuses(access)).toEqual([200, 200]);
  });

  test('a deleted person is refused', async () => {
    const { access, email } = await newcomer();
    expect(await statuses(access)).toEqual([200, 200]);
    await people.asSystem('DELETE FROM person WHERE email = $1', [email]);
    expect(await statuses(access)).toEqual([401, 401]);
  });

  test('a token of one session cannot be used for another person', async () => {
    const { access } = await newcomer();
    const stranger = await people.account(org.id);
    const session = {
      id: decodeJwt(access).sid as string,
      clientId: 'tradepost-console',
      method: 'PASSWORD',
    } as const;
    const forged = await app.app.tokens.issue({ id: stranger.id, version: 1, session }, app.app.clock.now());
    expect(await statuses(forged)).toEqual([401, 401]);
  });
});
