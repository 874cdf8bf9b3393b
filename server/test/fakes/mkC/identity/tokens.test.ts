import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  clientFor,
  clientWith,
  grantClaims,
  outcomeOf,
  platformScope,
  refused,
  requestToken,
  signWith,
} from '../calls.fixture.ts';
import { type MkC, startMkC } from '../server.ts';

const start = Date.parse('2031-05-12T10:20:00Z');
let mkC: MkC;
let seller: Awaited<ReturnType<MkC['addSeller']>>;
beforeAll(async () => {
  mkC = await startMkC({ now: () => start });
  seller = await mkC.addSeller();
});
afterAll(() => mkC.stop());

const listOf = ({ providerId }: { providerId: string }) => `/v1/providers/${providerId}/accounts`;
const seconds = () => Math.floor(mkC.now() / 1000);

/** Requests a token with changed claims, and returns the outcome. */
async function grant(changed: object = {}, from = seller, kid?: string): Promise<string> {
  const claims = { ...grantClaims(from.keyFile, mkC.now()), ...changed };
  const response = await requestToken(mkC.url, await signWith(from.keyFile, claims, kid ? { kid } : {}));
  const { error, error_description } = (await response.json()) as Record<string, string>;
  return response.ok ? 'OK' : `${response.status} ${error} ${error_description}`;
}

test('a key of a service account gets a token for an hour, which calls need', async () => {
  const assertion = await signWith(seller.keyFile, grantClaims(seller.keyFile, mkC.now()));
  const response = await requestToken(mkC.url, assertion);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const issued = (await response.json()) as Record<string, string>;
  expect(issued).toEqual({ access_token: expect.any(String), expires_in: 3599, token_type: 'Bearer' });
  const client = clientWith(mkC.url, `Bearer ${issued.access_token}`);
  expect(await client.get(listOf(seller))).toMatchObject({ status: 200, body: {} });
  expect(mkC.secrets()).toContain(issued.access_token);
  await mkC.pass(3_600_000);
  expect(outcomeOf(await client.get(listOf(seller)))).toBe('401 UNAUTHENTICATED');
});

test('a token request is refused with the reason of the vendor', async () => {
  expect(await grant({}, seller, seller.key.id)).toBe('OK');
  expect(await grant({}, seller, 'other')).toBe('400 invalid_grant Invalid JWT Signature.');
  expect(await grant({ aud: 'https://other.example/token' })).toMatch(/^400 invalid_grant .*audience/);
  expect(await grant({ aud: undefined })).toMatch(/^400 invalid_grant .*audience/);
  expect(await grant({ iss: 'nobody@other.iam.gserviceaccount.com' })).toMatch(/account not found/);
  for (const scope of ['', undefined, 'https://www.googleapis.com/auth/unknown'])
    expect(await grant({ scope })).toMatch(/^400 invalid_scope/);
  const late = { iat: seconds() - 7200, exp: seconds() - 3600 };
  const early = { iat: seconds() + 900, exp: seconds() + 1800 };
  for (const times of [late, early, { exp: seconds() + 7200 }, { exp: undefined }, { iat: undefined }])
    expect(await grant(times)).toMatch(/^400 invalid_grant Invalid JWT: Token must be a short-lived token/);
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  const response = await fetch(`${mkC.url}/token`, { method: 'POST', body: form });
  expect(await response.json()).toMatchObject({ error: 'unsupported_grant_type' });
  expect((await requestToken(mkC.url, 'not-a-token')).status).toBe(400);
});

test('keys end, can be disabled and replaced, and do not work for another account', async () => {
  const other = await mkC.addSeller({ keyEndsMs: mkC.now() + 60_000 });
  expect(await grant({ iss: seller.account.email }, other)).toMatch(/Invalid JWT Signature/);
  expect(await grant({}, other)).toBe('OK');
  await mkC.pass(60_000);
  expect(await grant({}, other)).toMatch(/Invalid JWT Signature/);
  const { key, keyFile } = await mkC.addKey(other.account);
  expect(await grant({}, { ...other, keyFile })).toBe('OK');
  mkC.disableKey(key);
  expect(await grant({}, { ...other, keyFile })).toMatch(/Invalid JWT Signature/);
  mkC.disableAccount(other.account);
  expect(await grant({}, other)).toMatch(/disabled_client/);
  mkC.removeAccount(other.account);
  expect(await grant({}, other)).toMatch(/account not found/);
});

test('a call is refused without a valid token, without a scope, and without a link to the provider', async () => {
  const call = (authorization: string | undefined, path = listOf(seller)) =>
    clientWith(mkC.url, authorization).get(path);
  const none = await call(undefined);
  expect(none.body.error).toMatchObject({ code: 401, status: 'UNAUTHENTICATED' });
  expect(none.body.error.details[0].reason).toBe('CREDENTIALS_MISSING');
  for (const header of ['Bearer wrong', 'Basic dTpw', 'Bearer a.b.c'])
    expect(outcomeOf(await call(header))).toBe('401 UNAUTHENTICATED');
  const scope = 'https://www.googleapis.com/auth/pubsub';
  const claims = { ...grantClaims(seller.keyFile, mkC.now()), scope };
  const issued = await requestToken(mkC.url, await signWith(seller.keyFile, claims));
  const { access_token } = (await issued.json()) as { access_token: string };
  const narrow = await call(`Bearer ${access_token}`);
  expect(outcomeOf(narrow)).toBe('403 PERMISSION_DENIED');
  expect(narrow.body.error.details[0].reason).toBe('ACCESS_TOKEN_SCOPE_INSUFFICIENT');

  const client = await clientFor(mkC.url, seller.keyFile, mkC.now());
  const other = await mkC.addSeller();
  expect(outcomeOf(await client.get(listOf(other)))).toBe('403 PERMISSION_DENIED');
  mkC.unlink(seller.account, seller.providerId);
  expect(outcomeOf(await client.get(listOf(seller)))).toBe('403 PERMISSION_DENIED');
  mkC.link(seller.account, seller.providerId);
  mkC.forbid(seller.account, 'procurement');
  expect(outcomeOf(await client.get(listOf(seller)))).toBe('403 PERMISSION_DENIED');
  mkC.allow(seller.account, 'procurement');
  expect((await client.get(listOf(seller))).status).toBe(200);
  mkC.revokeTokens();
  expect(outcomeOf(await client.get(listOf(seller)))).toBe('401 UNAUTHENTICATED');
});

test('a self-signed token is accepted for its scope or for the address of the interface', async () => {
  const { client_email: email } = seller.keyFile;
  const times = { iat: seconds(), exp: seconds() + 3600 };
  const call = async (claims: object) => {
    const token = await signWith(seller.keyFile, { iss: email, sub: email, ...times, ...claims });
    return outcomeOf(await clientWith(mkC.url, `Bearer ${token}`).get(listOf(seller)));
  };
  const aud = 'https://cloudcommerceprocurement.googleapis.com/';
  // Official clients name no audience beside a scope.
  expect(await call({ scope: platformScope })).toBe('200');
  expect(await call({ aud, scope: platformScope })).toBe('200');
  expect(await call({ aud })).toBe('200');
  expect(await call({})).toBe('401 UNAUTHENTICATED');
  expect(await call({ aud: 'https://pubsub.googleapis.com/' })).toBe('401 UNAUTHENTICATED');
  expect(await call({ aud, sub: 'other' })).toBe('401 UNAUTHENTICATED');
  expect(await call({ aud, scope: 'https://www.googleapis.com/auth/pubsub' })).toBe('403 PERMISSION_DENIED');
});

test('calls can be throttled, refused, delayed and dropped, and unknown ones are violations', async () => {
  const client = await clientFor(mkC.url, seller.keyFile, mkC.now());
  mkC.throttleNext('listAccounts', { retryAfterS: 7 });
  const throttled = await client.get(listOf(seller));
  expect([outcomeOf(throttled), throttled.headers.get('retry-after')]).toEqual([
    '429 RESOURCE_EXHAUSTED',
    '7',
  ]);
  mkC.isUnavailableNext('*');
  expect(outcomeOf(await client.get(listOf(seller)))).toBe('503 UNAVAILABLE');
  mkC.dropNextAnswer('listAccounts', { afterCommit: true });
  await expect(client.get(listOf(seller))).rejects.toThrow();
  mkC.isUnavailableNext('token');
  expect((await requestToken(mkC.url, 'any')).status).toBe(503);
  expect(outcomeOf(await refused(client.get('/v1/providers')))).toBe('404 NOT_FOUND');
  const unknown = await refused(client.get(`${listOf(seller)}?size=3`));
  expect(unknown.body.error).toMatchObject({
    status: 'INVALID_ARGUMENT',
    details: [{ fieldViolations: [{ field: 'size' }] }],
  });
  expect(
    mkC.log
      .of('listAccounts')
      .slice(-4)
      .map(({ outcome }) => outcome),
  ).toEqual(['429', '503', 'DROPPED', '400']);
});
