import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Authenticator, createAuthenticator } from '../authenticator.ts';
import { type Browser, beginSignIn, createBrowser, type PageResponse, sentBack } from '../browser.ts';
import { alertOf, createFactors, type Factors } from '../factors.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { createPeople, type People, password } from '../people.ts';
import { freePort } from '../process/program.ts';

let app: TestApp;
let people: People;
let factors: Factors;
let org: TestOrganization;

beforeAll(async () => {
  // BASE_URL needs a host name, because a relying party is identified by host name.
  const port = await freePort();
  const environment = { PORT: String(port), BASE_URL: `http://localhost:${port}` };
  app = await startTestApp({ environment });
  people = createPeople(app);
  factors = createFactors(app, people);
  org = await app.organization();
});
afterAll(() => app.stop());

const again = { currentPassword: password };
const begin = async (token: string) => (await factors.post('passkey/begin', token, again)).body;

/** Registers a passkey in the session. */
async function register(token: string, authenticator = createAuthenticator(app.url)) {
  const { options, state } = await begin(token);
  const body = { name: 'Laptop', state, credential: authenticator.create(options) };
  const reply = await factors.post('passkey', token, body);
  expect(reply.status, reply.text).toBe(200);
  return { authenticator, ...reply.body } as {
    authenticator: Authenticator;
    passkey: { id: string };
    recoveryCodes?: string[];
  };
}

/** Creates an account with a passkey, and the session that registered the passkey. */
async function owner() {
  const account = await people.account(org.id);
  const { access } = await people.signedIn(account.email);
  return { ...account, access, ...(await register(access)) };
}

const optionsOf = (page: PageResponse) => {
  const [, text = ''] = /data-options="([^"]*)"/.exec(page.text) ?? [];
  return JSON.parse(text.replaceAll('&quot;', '"'));
};
const submit = (
  browser: Browser,
  page: PageResponse,
  credential: object,
  more: Record<string, string> = {},
) => browser.submit(page, { credential: JSON.stringify(credential), ...more }, 'passkey');

async function opened(browser = createBrowser(app.url)) {
  const begun = beginSignIn(app.url);
  const page = await browser.open(begun.target);
  return { browser, begun, page, options: optionsOf(page) };
}

async function accessOf(begun: ReturnType<typeof beginSignIn>, answer: PageResponse): Promise<string> {
  expect(answer.status, alertOf(answer)).toBe(303);
  const { body } = await people.exchange({ begun, code: sentBack(answer).code as string });
  return body.access_token;
}

describe('a passkey', () => {
  test('signs in instead of password and code, also in an organization that requires a second factor', async () => {
    const { id, authenticator } = await owner();
    await app.request('PATCH', `/org/${org.id}`, { token: org.token, body: { requireSecondFactor: true } });
    const { browser, begun, page, options } = await opened();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const access = await accessOf(begun, await submit(browser, page, authenticator.get(options)));
    expect(decodeJwt(access)).toMatchObject({ sub: id, amr: ['pop', 'mfa'] });
    expect((await app.request('GET', `/org/${org.id}/offer`, { token: access })).status).toBe(200);
    const { body } = await app.request('GET', '/user/me/secondFactor', { token: access });
    expect(body).toEqual({
      totp: false,
      recoveryCodesLeft: 10,
      passkeys: [
        {
          id: expect.stringMatching(/^pky_/),
          name: 'Laptop',
          creationTime: expect.any(String),
          lastUsedAt: expect.any(String),
        },
      ],
    });
  });

  test('is the second step after the password, where a passkey of another person is refused', async () => {
    const [one, two] = [await owner(), await owner()];
    const { page, browser, begun } = await factors.firstStep(one.email);
    expect(page.text).toContain('name="code"');
    const foreign = await submit(browser, page, two.authenticator.get(optionsOf(page)));
    expect([foreign.status, alertOf(foreign)]).toEqual([
      200,
      expect.stringContaining('belongs to another person'),
    ]);
    const answer = await submit(browser, foreign, one.authenticator.get(optionsOf(foreign)));
    expect(decodeJwt(await accessOf(begun, answer)).sub).toBe(one.id);
    const byCode = await factors.signIn(one.email, one.recoveryCodes?.[0] as string);
    expect(byCode.access).toBeDefined();
  });

  test('is accepted once for each challenge, within five minutes, in the browser that received it', async () => {
    const { authenticator } = await owner();
    const first = await opened();
    const credential = authenticator.get(first.options);
    expect((await submit(first.browser, first.page, credential)).status).toBe(303);
    expect((await submit(first.browser, first.page, credential)).status).toBe(200);
    const renewed = authenticator.get(first.options);
    expect(alertOf(await submit(first.browser, first.page, renewed))).toContain('is not registered');
    const [asked, stranger] = [await opened(), await opened()];
    const [, challenge = ''] = /name="challenge" value="([^"]*)"/.exec(asked.page.text) ?? [];
    const moved = await submit(stranger.browser, stranger.page, authenticator.get(asked.options), {
      challenge,
    });
    expect(moved.status).toBe(200);
    const { vault } = app.app;
    const kept = JSON.parse(vault.decrypt(challenge, 'challenge for a passkey'));
    expect(kept.expiresAt - app.app.clock.now().getTime()).toBeLessThanOrEqual(300_000);
    const old = vault.encrypt(JSON.stringify({ ...kept, expiresAt: 1 }), 'challenge for a passkey');
    const late = await submit(asked.browser, asked.page, authenticator.get(asked.options), {
      challenge: old,
    });
    expect(late.status).toBe(200);
    expect((await submit(asked.browser, asked.page, authenticator.get(asked.options))).status).toBe(303);
  });

  test('is accepted once for a challenge, also with two simultaneous responses', async () => {
    const { authenticator } = await owner();
    const { browser, page, options } = await opened();
    const credentials = [authenticator.get(options), authenticator.get(options)];
    const both = await Promise.all(credentials.map((each) => submit(browser, page, each)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 303]);
  });

  test.each([
    ['from another origin', { origin: 'http://evil.example' }],
    ['without the verification of its owner', { isVerified: false }],
    ['with a counter that was used', { counter: 1 }],
    ['for another person', { userHandle: Buffer.from('usr_other').toString('base64url') }],
    ['of an identifier that is no base64url', { id: 'a\0b' }],
  ])('is refused %s', async (_what, changes) => {
    const { authenticator } = await owner();
    const used = await opened();
    expect((await submit(used.browser, used.page, authenticator.get(used.options))).status).toBe(303);
    const { browser, page, options } = await opened();
    const refused = await submit(browser, page, authenticator.get(options, changes));
    expect([refused.status, alertOf(refused)]).toEqual([200, expect.stringContaining('is not registered')]);
  });

  test.each(['', 'no JSON', '{}', '{"id":"x","response":{"signature":"y"}}', '[]'])(
    'is refused for the response %j',
    async (credential) => {
      const { browser, page } = await opened();
      expect((await browser.submit(page, { credential }, 'passkey')).status).toBe(200);
    },
  );

  test('that was removed cannot sign in, and without any factor the recovery codes are deleted', async () => {
    const { access, passkey, authenticator, email } = await owner();
    const path = `passkey/${passkey.id}/remove`;
    expect((await factors.post(path, access, { currentPassword: 'wrong' })).status).toBe(400);
    const stranger = await owner();
    const foreign = await factors.post(path, stranger.access, again);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'passkey_not_found']);
    const removed = await factors.post(path, access, again);
    expect(removed.body).toEqual({ totp: false, recoveryCodesLeft: 0, passkeys: [] });
    const { browser, page, options } = await opened();
    expect((await submit(browser, page, authenticator.get(options))).status).toBe(200);
    expect(decodeJwt((await people.signedIn(email)).access).amr).toEqual(['pwd']);
  });
});

describe('registration of a passkey', () => {
  test('needs the password, the session that began it, and one response to its challenge', async () => {
    const { email } = await people.account();
    const [mine, other] = [await people.signedIn(email), await people.signedIn(email)];
    expect((await factors.post('passkey/begin', mine.access, { currentPassword: 'wrong' })).status).toBe(400);
    const { options, state } = await begin(mine.access);
    expect(options).toMatchObject({ rp: { id: 'localhost' }, attestation: 'none' });
    const authenticator = createAuthenticator(app.url);
    const body = { name: 'Phone', state, credential: authenticator.create(options) };
    const at = async (token: string, changes: object = {}) =>
      (await factors.post('passkey', token, { ...body, ...changes })).status;
    const evil = authenticator.create(options, { origin: 'http://evil.example' });
    const unverified = authenticator.create(options, { isVerified: false });
    expect([
      await at(other.access),
      await at(mine.access, { credential: evil }),
      await at(mine.access, { credential: unverified }),
      await at(mine.access, { credential: {} }),
      await at(mine.access, { state: 'made up' }),
      await at(mine.access),
      await at(mine.access),
    ]).toEqual([400, 400, 400, 400, 400, 200, 400]);
    expect((await factors.post('passkey/begin', other.access, again)).body.code).toBe(
      'second_factor_required',
    );
  });

  test('shows no recovery codes for a second passkey, and keeps those of the first', async () => {
    const { access, recoveryCodes } = await owner();
    expect(recoveryCodes).toHaveLength(10);
    expect(await register(access)).not.toHaveProperty('recoveryCodes');
    const { body } = await app.request('GET', '/user/me/secondFactor', { token: access });
    expect([body.recoveryCodesLeft, body.passkeys.length]).toEqual([10, 2]);
  });

  test('is limited to 20', async () => {
    const { access, id } = await owner();
    await people.asSystem(
      `INSERT INTO person_passkey (id, person_id, credential_id, name, public_key, counter, creation_time)
       SELECT 'pky_' || $1 || n, $1, $1 || n, 'x', '\\x00', 0, now() FROM generate_series(1, 19) AS n`,
      [id],
    );
    const full = await factors.post('passkey/begin', access, again);
    expect([full.status, full.body.code]).toEqual([409, 'too_many_passkeys']);
  });
});

test('where the host is an IP address, the API refuses passkeys with an explanation, and pages do not offer them', async () => {
  const plain = await startTestApp({ database: app.database });
  const token = (await plain.person()).token;
  const reply = await plain.request('POST', '/user/me/passkey/begin', { token, body: again });
  expect([reply.status, reply.body.code]).toEqual([422, 'passkeys_unavailable']);
  expect(reply.body.detail).toContain('such as http://localhost:8080');
  const page = await createBrowser(plain.url).open(beginSignIn(plain.url).target);
  expect(page.text).not.toContain('passkey');
  await plain.stop();
});

test('the sign-in page runs the one script that its policy names by hash, and loads nothing', async () => {
  const { page } = await opened();
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'sha256-[^']+'(;|$)/);
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(page.text.match(/<script>/g)).toHaveLength(1);
  expect(page.text).not.toMatch(/<script src/);
});
