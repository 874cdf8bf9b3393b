import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { clientFor, clientWith, marketplaceScope, refused, requestToken } from '../calls.fixture.ts';
import { type MkB, startMkB } from '../server.ts';

let mkB: MkB;
let seller: ReturnType<MkB['addSeller']>;
const started: MkB[] = [];
const start = Date.parse('2031-05-12T10:20:00Z');
beforeEach(async () => {
  mkB = await startMkB({ now: () => start });
  started.push(mkB);
  seller = mkB.addSeller();
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

const list = '/saas/subscriptions';
const problemOf = async (response: Response) => {
  const { error, error_codes } = (await response.json()) as { error: string; error_codes: number[] };
  return [response.status, error, error_codes?.[0]];
};

test('an application gets a token for an hour, in the newer and in the older form', async () => {
  const response = await requestToken(mkB.url, seller);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await response.json()).toEqual({
    token_type: 'Bearer',
    expires_in: 3599,
    ext_expires_in: 3599,
    access_token: expect.any(String),
  });
  const older = await fetch(`${mkB.url}/${seller.tenantId}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: seller.clientId,
      client_secret: seller.clientSecret,
      resource: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7',
    }),
  });
  const issued = (await older.json()) as Record<string, string>;
  expect(issued).toMatchObject({
    expires_in: '3599',
    expires_on: String(start / 1000 + 3599),
    resource: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7',
  });
  expect((await clientWith(mkB.url, `Bearer ${issued.access_token}`).get(list)).status).toBe(200);
});

test('a token request is refused with the number of its error', async () => {
  const ended = mkB.addSeller({ secretEndsMs: start });
  const request = (changed: Record<string, string>, from = seller) =>
    requestToken(mkB.url, from, changed).then(problemOf);
  expect(await request({ client_secret: 'wrong' })).toEqual([401, 'invalid_client', 7_000_215]);
  expect(await request({ client_secret: ended.clientSecret })).toEqual([401, 'invalid_client', 7_000_215]);
  expect(await request({}, ended)).toEqual([401, 'invalid_client', 7_000_222]);
  expect(await request({}, { ...seller, tenantId: ended.tenantId })).toEqual([
    400,
    'unauthorized_client',
    700_016,
  ]);
  expect(await request({}, { ...seller, tenantId: randomUUID() })).toEqual([400, 'invalid_request', 90_002]);
  expect(await request({ scope: 'openid' })).toEqual([400, 'invalid_scope', 1_002_012]);
  expect(await request({ scope: `${randomUUID()}/.default` })).toEqual([400, 'invalid_resource', 500_011]);
  expect(await request({ grant_type: 'password' })).toEqual([400, 'unsupported_grant_type', 70_003]);
  expect(await request({ scope: '' })).toEqual([400, 'invalid_request', 900_144]);
  expect(await request({ client_secret: '' })).toEqual([401, 'invalid_client', 7_000_215]);
});

test('a secret works until its end, and a second secret replaces it', async () => {
  const ending = mkB.addSeller({ secretEndsMs: start + 1000 });
  const clientSecret = mkB.addSecret(ending.app);
  expect((await requestToken(mkB.url, ending)).status).toBe(200);
  await mkB.pass(1000);
  expect(await problemOf(await requestToken(mkB.url, ending))).toEqual([401, 'invalid_client', 7_000_222]);
  expect((await requestToken(mkB.url, { ...ending, clientSecret })).status).toBe(200);
});

test('a deleted application gets no token, and its tokens stay valid until they expire', async () => {
  const client = await clientFor(mkB.url, seller);
  mkB.removeApp(seller.app);
  expect((await client.get(list)).status).toBe(200);
  expect(await problemOf(await requestToken(mkB.url, seller))).toEqual([400, 'invalid_request', 90_002]);
});

test('a certificate signs an assertion for the tenant’s token endpoint', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const thumbprint = createHash('sha256').update('certificate').digest('base64url');
  mkB.addCertificate(seller.app, { publicKey, thumbprints: [thumbprint] });
  const request = async (
    changed: { aud?: string; exp?: number; print?: string; key?: typeof privateKey } = {},
  ) => {
    const assertion = await new SignJWT({
      iss: seller.clientId,
      sub: seller.clientId,
      aud: changed.aud ?? `${mkB.url}/${seller.tenantId}/oauth2/v2.0/token`,
      jti: randomUUID(),
      exp: changed.exp ?? start / 1000 + 600,
    })
      .setProtectedHeader({ alg: 'PS256', 'x5t#S256': changed.print ?? thumbprint })
      .sign(changed.key ?? privateKey);
    return fetch(`${mkB.url}/${seller.tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: seller.clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
        scope: marketplaceScope,
      }),
    });
  };
  expect((await request()).status).toBe(200);
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  for (const changed of [{ aud: 'https://other.example' }, { print: 'other' }, { key: other }])
    expect(await problemOf(await request(changed))).toEqual([401, 'invalid_client', 700_027]);
  const ended = createHash('sha256').update('ended').digest('base64url');
  mkB.addCertificate(seller.app, { publicKey, thumbprints: [ended], endsMs: start });
  expect(await problemOf(await request({ print: ended }))).toEqual([401, 'invalid_client', 700_027]);
  expect(await problemOf(await request({ exp: start / 1000 - 600 }))).toEqual([
    401,
    'invalid_client',
    700_024,
  ]);
});

test('every call needs a token that is valid for the marketplace', async () => {
  const client = await clientFor(mkB.url, seller);
  expect((await client.get(list)).status).toBe(200);
  const graph = (await (
    await requestToken(mkB.url, seller, { scope: 'https://graph.microsoft.com/.default' })
  ).json()) as { access_token: string };
  for (const authorization of [undefined, 'Bearer made-up', `Bearer ${graph.access_token}`, 'Basic eA=='])
    expect((await clientWith(mkB.url, authorization).get(list)).status).toBe(403);
  await mkB.pass(3_598_999);
  expect((await client.get(list)).status).toBe(200);
  await mkB.pass(1);
  mkB.refusesTokensWith(401);
  expect(await client.get(list)).toMatchObject({ status: 401, body: { error: { code: 'Unauthorized' } } });
  const renewed = await clientFor(mkB.url, seller);
  mkB.revokeTokens();
  expect((await renewed.get(list)).status).toBe(401);
});

test('every call needs the API version, and repeats or creates tracing headers', async () => {
  const client = await clientFor(mkB.url, seller);
  for (const query of ['?x=1', '?api-version=2017-04-15', '?api-version=2018-08-31&x=1'])
    expect(await refused(client.get(`${list}${query}`))).toMatchObject({ status: 400 });
  const id = randomUUID();
  const { headers } = await client.get(list, { 'x-ms-requestid': id });
  expect(headers.get('x-ms-requestid')).toBe(id);
  expect(headers.get('x-ms-correlationid')).toMatch(/^[0-9a-f-]{36}$/);
  expect((await refused(client.get(list, { 'x-ms-requestid': 'word' }))).status).toBe(400);
  expect((await refused(client.get('/saas/subscriptions/not-a-uuid'))).status).toBe(400);
  expect((await refused(client.call('PUT', list))).status).toBe(405);
  expect((await refused(client.get('/saas/other'))).status).toBe(404);
});

test('tests order throttled, failed and lost responses', async () => {
  const client = await clientFor(mkB.url, seller);
  mkB.throttleNext('listSubscriptions', { retryAfterS: 7 });
  const throttled = await client.get(list);
  expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '7']);
  mkB.failNext('token', { status: 503, code: 'temporarily_unavailable', message: 'Try again.' });
  const failed = await requestToken(mkB.url, seller);
  expect([failed.status, await failed.json()]).toEqual([
    503,
    { error: 'temporarily_unavailable', error_description: 'Try again.' },
  ]);
  const one = mkB.buyerPurchases(seller.addProduct());
  mkB.dropNextAnswer('activateSubscription', { afterCommit: true });
  await expect(client.post(`${list}/${one.id}/activate`, { planId: 'silver' })).rejects.toThrow();
  await mkB.settle();
  expect(one.status).toBe('Subscribed');
  expect(mkB.log.of('activateSubscription').map(({ outcome }) => outcome)).toEqual(['DROPPED']);
});
