import { decodeJwt, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beginSignIn, createBrowser, sentBack } from '../browser.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../openid-provider.ts';
import { createPeople, type People } from '../people.ts';

let app: TestApp;
let people: People;
let provider: OpenIdProvider;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp({ environment: { SSO_ALLOW_INSECURE_ISSUER: 'true' } });
  people = createPeople(app);
  provider = await startOpenIdProvider({ id: 'our client', secret: 'our secret' });
  org = await organizationWithSso('acme.example');
});
afterAll(async () => {
  provider.stop();
  await app.stop();
});
beforeEach(() => {
  provider.reset();
});

/** Creates an organization with the same provider. */
async function organizationWithSso(
  emailDomain: string | null,
  changes: object = {},
): Promise<TestOrganization> {
  const made = await app.organization();
  const reply = await app.request('PATCH', `/org/${made.id}/ssoConfigInfo`, {
    token: made.token,
    body: {
      enabled: true,
      issuer: provider.issuer,
      clientID: 'our client',
      clientSecret: 'our secret',
      ...changes,
    },
  });
  expect(reply.status, reply.text).toBe(200);
  await people.asSystem('UPDATE organization SET email_domain = $2 WHERE organization_id = $1', [
    made.id,
    emailDomain,
  ]);
  return made;
}

let subjects = 0;
const claimsOf = (email: string, changes: object = {}) => ({
  sub: `subject ${++subjects}`,
  email,
  email_verified: true,
  name: 'Ann Lee',
  ...changes,
});

/** Runs the flow up to the response to the provider’s redirect. */
async function throughProvider(
  claims: Record<string, unknown>,
  { at = org, begun = beginSignIn(app.url), browser = createBrowser(app.url) } = {},
) {
  provider.set({ claims });
  const started = await browser.open(`/oauth2/sso/${at.id}?${new URLSearchParams(begun.request)}`);
  expect(started.status, started.text).toBe(303);
  const shown = await browser.open(provider.approve(started.location as string));
  return { begun, browser, shown, started };
}

async function signedIn(claims: Record<string, unknown>, at = org) {
  const { begun, shown, browser } = await throughProvider(claims, { at });
  expect(shown.status, shown.text).toBe(303);
  const { body } = await people.exchange({ code: sentBack(shown).code as string, begun });
  return { access: body.access_token as string, browser };
}

const orgsOf = async (token: string) =>
  (await app.request('GET', '/org', { token })).body.map((row: { id: string }) => row.id);
const memberRole = async (email: string, at = org) => {
  const { rows } = await app.database.query(
    `SELECT g.role FROM principal_grant g JOIN person p ON p.id = g.principal_id
     WHERE p.email = $1 AND g.organization_id = $2`,
    [email, at.id],
  );
  return rows[0]?.role;
};
const setProvider = (at: TestOrganization, body: object, token = at.token) =>
  app.request('PATCH', `/org/${at.id}/ssoConfigInfo`, { token, body });
const offers = (token: string, at = org) => app.request('GET', `/org/${at.id}/offer`, { token });

describe('through the provider of an organization', () => {
  test('a person joins at the first sign-in as a member with the default role, with an event', async () => {
    const { access } = await signedIn(claimsOf('Ann@Acme.example'));
    expect(decodeJwt(access)).toMatchObject({ amr: ['sso'], principal_type: 'USER' });
    expect(await orgsOf(access)).toEqual([org.id]);
    expect((await offers(access)).status).toBe(200);
    expect(await memberRole('ann@acme.example')).toBe('VIEWER');
    const { rows } = await app.database.query(
      `SELECT actor_type, actor_email, action, payload FROM event WHERE organization_id = $1 AND entity_type = 'USER'`,
      [org.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ actor_type: 'USER', actor_email: 'ann@acme.example', action: 'ADD' });
    expect(rows[0].payload).toMatchObject({ email: 'ann@acme.example', role: 'VIEWER', status: 'ACTIVE' });
  });

  test('a person signs in again as the same person, with any later address, and with its role', async () => {
    const claims = claimsOf('moved@acme.example');
    const first = decodeJwt((await signedIn(claims)).access).sub;
    await people.asSystem(`UPDATE principal_grant SET role = 'EDITOR' WHERE principal_id = $1`, [first]);
    const again = await signedIn({ ...claims, email: 'new.name@elsewhere.example', email_verified: false });
    expect(decodeJwt(again.access).sub).toBe(first);
    expect(await memberRole('moved@acme.example')).toBe('EDITOR');
  });

  test('a person gets the role chosen by the organization', async () => {
    const other = await organizationWithSso('@ACME.example', { defaultRole: 'EDITOR' });
    await signedIn(claimsOf('role@acme.example'), other);
    expect(await memberRole('role@acme.example', other)).toBe('EDITOR');
  });

  test('a person gets the role of its invitation', async () => {
    const other = await organizationWithSso('acme.example');
    const body = { email: 'invited@acme.example', role: 'EDITOR' };
    const path = `/org/${other.id}/user`;
    expect((await app.request('POST', path, { token: other.token, body })).status).toBe(200);
    await signedIn(claimsOf('invited@acme.example'), other);
    expect(await memberRole('invited@acme.example', other)).toBe('EDITOR');
    const members = (await app.request('GET', path, { token: other.token })).body;
    expect(members.map(({ status }: { status: string }) => status)).toEqual(['ACTIVE']);
  });

  test('a person signs in by an address that only the userinfo endpoint returns', async () => {
    provider.set({ userinfo: { email: 'info@acme.example', email_verified: true } });
    const { access } = await signedIn({ sub: 'by userinfo' });
    expect((await app.request('GET', '/user/me', { token: access })).body.email).toBe('info@acme.example');
  });

  test.each([
    ['an address of another domain', claimsOf('eve@evil.example')],
    ['one that ends like it', claimsOf('eve@notacme.example')],
    ['one below it', claimsOf('eve@sub.acme.example')],
    ['one that is not verified', claimsOf('eve@acme.example', { email_verified: false })],
    ['one that says nothing of that', claimsOf('eve@acme.example', { email_verified: undefined })],
    ['one verified in words', claimsOf('eve@acme.example', { email_verified: 'true' })],
    ['no address', { sub: 'nobody' }],
    ['one with a NUL in it', claimsOf('eve@\0@acme.example')],
    ['one that begins another header of a mail', claimsOf('eve@a.example\r\nBcc: eve@acme.example')],
    ['one that is two', claimsOf('eve@evil.example@acme.example')],
    ['one that is longer than an address', claimsOf(`eve${'e'.repeat(9000)}@acme.example`)],
  ])('a person is refused with %s', async (_what, claims) => {
    const { shown } = await throughProvider(claims);
    expect([shown.status, shown.location]).toEqual([403, undefined]);
    const { rows } = await app.database.query(`SELECT id FROM person WHERE email LIKE 'eve@%'`);
    expect(rows).toEqual([]);
  });

  test.each(['a\0b', 'x'.repeat(256)])('a person is refused with an invalid subject', async (sub) => {
    const { shown } = await throughProvider(claimsOf('named@acme.example', { sub }));
    expect([shown.status, shown.location]).toEqual([400, undefined]);
  });

  test('a person without a domain signs in only as an existing member', async () => {
    const closed = await organizationWithSso(null);
    const { shown } = await throughProvider(claimsOf('guest@acme.example'), { at: closed });
    expect(shown.status).toBe(403);
    const { email } = await people.account(closed.id, 'VIEWER');
    const { access } = await signedIn(claimsOf(email), closed);
    expect(await orgsOf(access)).toEqual([closed.id]);
  });

  test.each([
    ['another nonce', async () => ({ nonce: 'other' })],
    ['another issuer', async () => ({ issuer: 'http://127.0.0.1:1' })],
    ['another audience', async () => ({ audience: 'somebody' })],
    ['another key', async () => ({ key: (await generateKeyPair('RS256')).privateKey })],
  ])('a person is refused with an identity of %s', async (_what, wrong) => {
    provider.set(await wrong());
    const { shown } = await throughProvider(claimsOf('wrong@acme.example'));
    expect([shown.status, shown.location]).toEqual([400, undefined]);
  });
});

describe('the provider of one organization', () => {
  test('gives no access to another organization of the same person, or to the account', async () => {
    const { email } = await people.account(org.id, 'ADMIN');
    // An organization can claim any domain, and any provider: its claims are trusted for that organization only.
    const claiming = await organizationWithSso('example.com');
    const { access, browser } = await signedIn(claimsOf(email), claiming);
    expect(await orgsOf(access)).toEqual([claiming.id]);
    expect((await offers(access, claiming)).status).toBe(200);
    const other = await offers(access);
    expect([other.status, other.body.code]).toEqual([403, 'auth_method_not_allowed']);
    const patch = await app.request('PATCH', '/user/me', { token: access, body: { name: 'Eve' } });
    expect([patch.status, patch.body.code]).toEqual([403, 'auth_method_not_allowed']);
    // The browser’s next sign-in uses the same session; a program on the machine gets a separate session.
    const begun = beginSignIn(app.url);
    const next = await people.exchange({
      code: sentBack(await browser.open(begun.target)).code as string,
      begun,
    });
    expect((await offers(next.body.access_token)).status).toBe(403);
    const cli = beginSignIn(app.url, {
      client_id: 'tradepost-cli',
      redirect_uri: 'http://127.0.0.1:5000/callback',
    });
    const yes = await browser.submit(await browser.open(cli.target), {}, 'continue');
    const machine = await people.exchange({ code: sentBack(yes).code as string, begun: cli });
    expect((await offers(machine.body.access_token)).status).toBe(403);
    const mine = await people.signedIn(email);
    expect((await offers(mine.access)).status).toBe(200);
    const seen = (await app.request('GET', '/user/me/session', { token: access })).body;
    expect(seen.map(({ authMethod }: { authMethod: string }) => authMethod)).toEqual(['SSO', 'SSO']);
    const { sid } = decodeJwt(mine.access);
    expect((await app.request('DELETE', `/user/me/session/${sid}`, { token: access })).status).toBe(404);
  });

  test('can be made the only sign-in method', async () => {
    const strict = await organizationWithSso('acme.example');
    await people.asSystem(
      `UPDATE organization SET allowed_auth_methods = '{SSO}' WHERE organization_id = $1`,
      [strict.id],
    );
    const { email } = await people.account(strict.id);
    expect((await offers((await people.signedIn(email)).access, strict)).status).toBe(403);
    expect((await offers((await signedIn(claimsOf(email), strict)).access, strict)).status).toBe(200);
  });
});

describe('a pending sign-in', () => {
  test('is bound to its browser: a callback address of another person signs nobody in', async () => {
    provider.set({ claims: claimsOf('victim@acme.example') });
    const attacker = createBrowser(app.url);
    const begun = beginSignIn(app.url);
    const started = await attacker.open(`/oauth2/sso/${org.id}?${new URLSearchParams(begun.request)}`);
    const back = provider.approve(started.location as string);
    const victim = createBrowser(app.url);
    expect((await victim.open(back)).status).toBe(400);
    await victim.open(`/oauth2/sso/${org.id}?${new URLSearchParams(begun.request)}`);
    expect((await victim.open(back)).status, 'with a sign-in of its own under way').toBe(400);
    expect((await attacker.open(back)).status).toBe(303);
    expect((await attacker.open(back)).status, 'once').toBe(400);
  });

  test('cannot be forged, or completed with another code', async () => {
    const browser = createBrowser(app.url);
    browser.cookies.set('tradepost_sso', 'aaaaaaaa.AAAA');
    expect((await browser.open('/oauth2/sso/callback?code=x&state=y')).status).toBe(400);
    const begun = beginSignIn(app.url);
    const started = await browser.open(`/oauth2/sso/${org.id}?${new URLSearchParams(begun.request)}`);
    const state = new URL(started.location as string).searchParams.get('state');
    expect((await browser.open(`/oauth2/sso/callback?code=x&state=${state}`)).status).toBe(400);
    expect((await browser.open('/oauth2/sso/callback?error=access_denied')).status).toBe(400);
  });

  test('keeps its cookie for ten minutes, encrypted', async () => {
    const { started, begun } = await throughProvider(claimsOf('kept@acme.example'));
    const cookie = started.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^tradepost_sso=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(begun.request.state as string);
    const asked = new URL(started.location as string).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'our client',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${app.url}/oauth2/sso/callback`,
      scope: 'openid email profile',
    });
    expect(asked.get('nonce')).toBeTruthy();
  });

  test('begins at the page for an organization, by an intermediate page', async () => {
    const browser = createBrowser(app.url);
    const begun = beginSignIn(app.url);
    const between = await browser.submit(await browser.open(begun.target), { organization: org.id }, 'sso');
    expect(between.status).toBe(200);
    const address = /url=([^"]+)"/.exec(between.text)?.[1]?.replaceAll('&amp;', '&') as string;
    const started = await browser.open(address);
    expect(started.location).toContain(`${provider.issuer}/authorize`);
    const wrong = await browser.submit(await browser.open(begun.target), { organization: '../x' }, 'sso');
    expect(wrong.status).toBe(400);
  });

  test.each([
    ['is not enabled', { enabled: false }],
    ['has no client', { clientID: null }],
  ])('is refused where sign-in %s, as for an unknown organization', async (_what, changes) => {
    const without = await organizationWithSso('acme.example', changes);
    const query = new URLSearchParams(beginSignIn(app.url).request);
    const statuses = [];
    for (const id of [without.id, 'org_00000000000000000000000000']) {
      const { status, text } = await createBrowser(app.url).open(`/oauth2/sso/${id}?${query}`);
      statuses.push([status, text]);
    }
    expect(statuses[0]).toEqual(statuses[1]);
    expect(statuses[0]?.[0]).toBe(404);
  });

  test('redirects to addresses of the client only', async () => {
    const { request } = beginSignIn(app.url, { redirect_uri: 'https://evil.example/' });
    const shown = await createBrowser(app.url).open(`/oauth2/sso/${org.id}?${new URLSearchParams(request)}`);
    expect([shown.status, shown.location]).toEqual([400, undefined]);
  });
});

describe('a provider that is disabled or replaced', () => {
  const exchanged = { issuer: 'http://127.0.0.1:1', clientSecret: 'another secret' };

  test.each([
    ['turned off', { enabled: false }],
    ['exchanged', exchanged],
    ['removed', { issuer: null }],
  ])('has its sessions end immediately when it is %s, and no others', async (_what, change) => {
    const [own, other] = [
      await organizationWithSso('acme.example'),
      await organizationWithSso('acme.example'),
    ];
    await app.request('PATCH', `/org/${own.id}`, { token: own.token, body: { requireSecondFactor: true } });
    const claims = claimsOf(`turned.off.${subjects}@acme.example`);
    const [{ access, browser }, elsewhere] = [await signedIn(claims, own), await signedIn(claims, other)];
    const { email } = await people.account(other.id);
    const byPassword = await people.signedIn(email);
    expect((await offers(access, own)).status).toBe(200);
    const reply = await setProvider(own, change);
    expect(reply.status, reply.text).toBe(200);
    expect((await offers(access, own)).status).toBe(401);
    expect((await browser.open(beginSignIn(app.url).target)).text).toContain('name="password"');
    expect((await offers(elsewhere.access, other)).status).toBe(200);
    expect((await offers(byPassword.access, other)).status).toBe(200);
  });

  test('keeps the session of the caller, and all sessions when only the secret of the provider changes', async () => {
    const own = await organizationWithSso('acme.example', { defaultRole: 'ADMIN' });
    const [caller, member] = [
      await signedIn(claimsOf(`caller.${subjects}@acme.example`), own),
      await signedIn(claimsOf(`member.${subjects}@acme.example`), own),
    ];
    const both = async () => [
      (await offers(caller.access, own)).status,
      (await offers(member.access, own)).status,
    ];
    await setProvider(own, { clientSecret: 'our secret', defaultRole: 'VIEWER' });
    expect(await both()).toEqual([200, 200]);
    expect((await setProvider(own, exchanged, caller.access)).status).toBe(200);
    expect(await both()).toEqual([200, 401]);
  });

  test('refuses people whose sign-in is pending', async () => {
    const own = await organizationWithSso('acme.example');
    provider.set({ meanwhile: () => setProvider(own, { enabled: false }) });
    const { shown } = await throughProvider(claimsOf(`under.way.${subjects}@acme.example`), { at: own });
    expect([shown.status, shown.text]).toEqual([
      400,
      expect.stringContaining('did not confirm your sign-in'),
    ]);
  });
});

test('a provider is validated when it is saved: its address must be public, https, and an issuer’s', async () => {
  const strict = await startTestApp({ database: app.database });
  try {
    const made = await strict.organization();
    const save = (issuer: string) =>
      strict.request('PATCH', `/org/${made.id}/ssoConfigInfo`, { token: made.token, body: { issuer } });
    for (const issuer of [
      'http://login.example.com',
      'https://127.0.0.1:1',
      'https://localhost:1',
      'https://169.254.169.254',
      'https://[::1]/',
      'https://user:pass@login.example.com',
      'https://login.example.com/#here',
      'https://login.example.com/?tenant=1',
      'login.example.com',
      'https://login',
    ]) {
      const { status, body } = await save(issuer);
      expect([issuer, status, body.errors?.[0]?.pointer]).toEqual([issuer, 400, '/issuer']);
    }
    for (const issuer of ['https://login.example.com/tenant', 'https://login.example.com', ''])
      expect([issuer, (await save(issuer)).status]).toEqual([issuer, 200]);
  } finally {
    await strict.stop();
  }
});

test('a provider on a private network or without https is not called, unless that is allowed', async () => {
  const strict = await startTestApp({ database: app.database });
  const begun = beginSignIn(strict.url);
  for (const issuer of [provider.issuer, 'https://127.0.0.1:1', 'https://localhost:1']) {
    const made = await organizationWithSso('acme.example', { issuer });
    const shown = await createBrowser(strict.url).open(
      `/oauth2/sso/${made.id}?${new URLSearchParams(begun.request)}`,
    );
    expect([shown.status, shown.location], issuer).toEqual([400, undefined]);
  }
  await strict.stop();
});
