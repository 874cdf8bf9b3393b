import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginSignIn, createBrowser, sentBack } from '../browser.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { createPeople, expectTokenError, type People, password } from '../people.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let people: People;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  people = createPeople(app);
  org = await app.organization();
});
afterAll(() => app.stop());

/** Creates an account and signs in. */
const newcomer = async () => people.signedIn((await people.account(org.id)).email);

describe('a code', () => {
  test('that is used a second time ends the session, with its tokens', async () => {
    const { email } = await people.account(org.id);
    const signed = await people.signIn(email);
    const { body } = await people.exchange(signed);
    expect(await people.works(body.access_token)).toBe(200);
    expectTokenError(await people.exchange(signed), 'invalid_grant');
    expect(await people.works(body.access_token)).toBe(401);
    expectTokenError(await people.refresh(body.refresh_token), 'invalid_grant');
  });

  test('that is exchanged twice simultaneously is revoked', async () => {
    const { email } = await people.account(org.id);
    const signed = await people.signIn(email);
    const replies = await Promise.all([people.exchange(signed), people.exchange(signed)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    const token = replies.find(({ status }) => status === 200)?.body.access_token;
    expect(await people.works(token)).toBe(401);
  });

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant', 400],
    ['no verifier', { code_verifier: undefined }, 'invalid_grant', 400],
    ['another redirect_uri', { redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_request', 400],
    ['no redirect_uri', { redirect_uri: undefined }, 'invalid_request', 400],
    ['another client', { client_id: 'tradepost-cli' }, 'invalid_grant', 400],
    ['an unknown client', { client_id: 'someone' }, 'invalid_client', 401],
    ['no client', { client_id: undefined }, 'invalid_client', 401],
    ['a secret', { client_secret: 'x' }, 'invalid_client', 401],
    ['another resource', { resource: 'https://elsewhere.example' }, 'invalid_target', 400],
    ['no code', { code: undefined }, 'invalid_request', 400],
    ['a made-up code', { code: 'tpc_x' }, 'invalid_grant', 400],
    ['a code that is no text', { code: 'ö\u0000' }, 'invalid_request', 400],
  ])('with %s is refused', async (_what, changes, error, status) => {
    const { email } = await people.account(org.id);
    expectTokenError(await people.exchange(await people.signIn(email), changes), error, status);
  });

  test('is used up by a wrong verifier, so that it cannot be guessed', async () => {
    const { email } = await people.account(org.id);
    const signed = await people.signIn(email);
    expectTokenError(await people.exchange(signed, { code_verifier: 'x'.repeat(43) }), 'invalid_grant');
    expectTokenError(await people.exchange(signed), 'invalid_grant');
  });

  test('is valid for a minute', async () => {
    const { email } = await people.account(org.id);
    const signed = await people.signIn(email);
    await people.asSystem(`UPDATE authorization_code SET expires_at = clock_timestamp() - interval '1 s'`);
    expectTokenError(await people.exchange(signed), 'invalid_grant');
  });

  test('is stored as a hash, like every other secret', async () => {
    const { code, access, refresh: token, browser } = await newcomer();
    const { rows } = await app.database.query(
      `SELECT (SELECT string_agg(c::text, '') FROM authorization_code c) || (SELECT string_agg(r::text, '') FROM refresh_token r)
         || (SELECT string_agg(s::text, '') FROM person_session s) || (SELECT string_agg(p::text, '') FROM person p) AS everything`,
    );
    const secrets = [code, access, token, browser.cookies.get('tradepost_session') as string, password];
    for (const secret of secrets) expect(rows[0].everything).not.toContain(secret);
  });
});

describe('a refresh token', () => {
  test('is exchanged for the next one', async () => {
    const { refresh: first, access } = await newcomer();
    const second = await people.refresh(first);
    expect(second.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(second.body.refresh_token).not.toBe(first);
    expect(decodeJwt(second.body.access_token).sid).toBe(decodeJwt(access).sid);
    const third = await people.refresh(second.body.refresh_token);
    expect(await people.works(third.body.access_token)).toBe(200);
  });

  test('that is used a second time ends the whole session', async () => {
    const { refresh: first, browser } = await newcomer();
    const { body } = await people.refresh(first);
    expectTokenError(await people.refresh(first), 'invalid_grant');
    expect(await people.works(body.access_token)).toBe(401);
    expectTokenError(await people.refresh(body.refresh_token), 'invalid_grant');
    expect((await browser.open(beginSignIn(app.url).target)).text).toContain('type="password"');
  });

  test('that is exchanged twice simultaneously ends the session', async () => {
    const { refresh: first } = await newcomer();
    const replies = await Promise.all([people.refresh(first), people.refresh(first)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await people.works(replies.find(({ status }) => status === 200)?.body.access_token)).toBe(401);
  });

  test.each([
    ['another client', { client_id: 'tradepost-cli' }, 'invalid_grant', 400],
    ['no client', { client_id: undefined }, 'invalid_client', 401],
    ['a made-up token', { refresh_token: 'tpr_x' }, 'invalid_grant', 400],
    ['no token', { refresh_token: undefined }, 'invalid_request', 400],
    ['more rights', { scope: 'everything' }, 'invalid_scope', 400],
  ])('with %s is refused', async (_what, changes, error, status) => {
    const { refresh: token } = await newcomer();
    expectTokenError(await people.refresh(token, changes), error, status);
  });

  test('is invalid once the session has expired', async () => {
    const { refresh: token, access } = await newcomer();
    await people.asSystem(
      `UPDATE person_session SET expires_at = clock_timestamp() - interval '1 s' WHERE id = $1`,
      [decodeJwt(access).sid],
    );
    expectTokenError(await people.refresh(token), 'invalid_grant');
    expect(await people.works(access)).toBe(401);
  });
});

describe('a session', () => {
  test('lasts 30 days from the sign-in, like its cookie', async () => {
    const { email } = await people.account(org.id);
    const browser = createBrowser(app.url);
    const begun = beginSignIn(app.url);
    const page = await browser.open(begun.target);
    const answer = await browser.submit(page, { email, password }, 'password');
    const cookies = answer.headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith('tradepost_session='))).toContain('; Max-Age=2592000;');
    const { body } = await people.exchange({ begun, code: sentBack(answer).code as string });
    const { body: sessions } = await app.request('GET', '/user/me/session', { token: body.access_token });
    const days = sessions.map(
      ({ creationTime, expiresAt }: { creationTime: string; expiresAt: string }) =>
        (Date.parse(expiresAt) - Date.parse(creationTime)) / 86_400_000,
    );
    expect(days).toEqual([30]);
  });

  const idleEnd = async (access: string) => {
    const { rows } = await app.database.query(
      `SELECT extract(epoch FROM idle_ends_at - clock_timestamp()) / 3600 AS hours, last_used_at
       FROM person_session WHERE id = $1`,
      [decodeJwt(access).sid],
    );
    return { hours: Math.round(Number(rows[0].hours)), lastUsedAt: new Date(rows[0].last_used_at).getTime() };
  };
  const unusedFor = (access: string, hours: number) =>
    people.asSystem(
      `UPDATE person_session SET last_used_at = last_used_at - $2 * interval '1 h',
         idle_ends_at = idle_ends_at - $2 * interval '1 h' WHERE id = $1`,
      [decodeJwt(access).sid, hours],
    );

  test('expires after 7 days without use: no token, no code and no entry in the list', async () => {
    const mine = await newcomer();
    const second = await people.signedIn(mine.email);
    expect((await idleEnd(mine.access)).hours).toBe(168);
    await unusedFor(mine.access, 169);
    expect(await people.works(mine.access)).toBe(401);
    expectTokenError(await people.refresh(mine.refresh), 'invalid_grant');
    expect((await mine.browser.open(beginSignIn(app.url).target)).text).toContain('type="password"');
    const { body } = await app.request('GET', '/user/me/session', { token: second.access });
    expect(body.map(({ id }: { id: string }) => id)).toEqual([decodeJwt(second.access).sid]);
  });

  test('is extended by a refresh or a code, and writes nothing for other requests or within a minute', async () => {
    const { access, refresh, browser } = await newcomer();
    await unusedFor(access, 100);
    const before = await idleEnd(access);
    await people.works(access);
    expect(await idleEnd(access)).toEqual(before);
    expect(before.hours).toBe(68);
    await people.refresh(refresh);
    const after = await idleEnd(access);
    expect(after.hours).toBe(168);
    await browser.open(beginSignIn(app.url).target);
    expect(await idleEnd(access)).toEqual(after);
    await unusedFor(access, 100);
    await browser.open(beginSignIn(app.url).target);
    expect((await idleEnd(access)).hours).toBe(168);
  });

  test('ends with all others of the person except the caller’s', async () => {
    const [mine, other, stranger] = [await newcomer(), await newcomer(), await newcomer()];
    const second = await people.signedIn(mine.email);
    const ended = await app.request('POST', '/user/me/endOtherSessions', { token: mine.access });
    expect([ended.status, ended.body]).toEqual([200, { status: 'OTHER_SESSIONS_ENDED' }]);
    expect(await people.works(second.access)).toBe(401);
    for (const { access } of [mine, other, stranger]) expect(await people.works(access)).toBe(200);
  });

  test('has durations that the operator can set, like its cookie', async () => {
    const environment = { SESSION_HOURS: '10', SESSION_IDLE_HOURS: '2', BASE_URL: app.url };
    const strict = await startTestApp({ database: app.database, environment });
    const { port } = strict.app.server.server.address() as { port: number };
    const { email } = await people.account(org.id);
    const browser = createBrowser(`http://127.0.0.1:${port}`);
    const page = await browser.open(beginSignIn(app.url).target);
    const answer = await browser.submit(page, { email, password }, 'password');
    expect(answer.headers.getSetCookie().join()).toContain('; Max-Age=36000;');
    const { rows } = await app.database.query(
      `SELECT extract(epoch FROM expires_at - creation_time)::int AS whole,
         extract(epoch FROM idle_ends_at - creation_time)::int AS idle
       FROM person_session WHERE person_id = (SELECT id FROM person WHERE email = $1)`,
      [email],
    );
    expect(rows).toEqual([{ whole: 36_000, idle: 7200 }]);
    await strict.stop();
  });
});

describe('revocation', () => {
  const revoke = (token: string, client = 'tradepost-console') =>
    people.form('/oauth2/revoke', { token, client_id: client });

  test('of either token ends the session, and reveals nothing about unknown tokens', async () => {
    for (const which of ['access', 'refresh'] as const) {
      const signed = await newcomer();
      expect((await revoke(signed[which])).status).toBe(200);
      expect(await people.works(signed.access)).toBe(401);
    }
    for (const token of ['x', 'tpr_x', org.token]) expect((await revoke(token)).status).toBe(200);
    expect((await app.request('GET', '/org', { token: org.token })).status).toBe(200);
  });

  test('requires the client of the token', async () => {
    const signed = await newcomer();
    await revoke(signed.refresh, 'tradepost-cli');
    expect(await people.works(signed.access)).toBe(200);
    expectTokenError(await revoke(signed.refresh, 'someone'), 'invalid_client', 401);
    expectTokenError(
      await people.form('/oauth2/revoke', { client_id: 'tradepost-console' }),
      'invalid_request',
    );
  });
});
