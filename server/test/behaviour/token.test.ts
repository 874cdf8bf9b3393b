import { randomBytes } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rotateClient } from '../../src/organizations/index.ts';
import { send, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
  other = await startTestApp({ database: app.database, environment: { BASE_URL: app.url } });
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

/** Calls the given process directly, because the configured address is that of the first process. */
const ask = (at: TestApp, ...[method, path, options]: Parameters<TestApp['request']>) => {
  const { port } = at.app.server.server.address() as { port: number };
  return send(`http://127.0.0.1:${port}${path}`, method, options ?? {});
};

type Fields = Record<string, string | undefined>;

const form = (fields: Fields = {}): Record<string, string> => {
  const all: Fields = {
    grant_type: 'client_credentials',
    client_id: org.client.id,
    client_secret: org.client.secret,
    resource: app.url,
    ...fields,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
};

const exchange = (fields: Fields = {}, headers: Record<string, string> = {}, suffix = '') =>
  app.request('POST', '/oauth2/token', {
    raw: `${new URLSearchParams(form(fields))}${suffix}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const noForm = { client_id: undefined, client_secret: undefined };
const works = async (at: TestApp, token: string) => (await ask(at, 'GET', '/org', { token })).status;

describe('R1 R3 the token exchange', () => {
  test('returns a bearer token for one hour that caches must not store', async () => {
    const reply = await exchange();
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'api',
    });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await works(app, reply.body.access_token)).toBe(200);
  });

  test('accepts the client by HTTP Basic, form-encoded parts included', async () => {
    expect((await exchange(noForm, basic(org.client.id, org.client.secret))).status).toBe(200);
    const encoded = [...org.client.secret].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
    expect((await exchange(noForm, basic(org.client.id, encoded))).status).toBe(200);
    expect((await exchange(noForm, basic(org.client.id, `${encoded}x`))).status).toBe(401);
  });

  test('accepts a percent-encoded form', async () => {
    const raw = Object.entries(form())
      .map(
        ([name, value]) =>
          `${name}=${[...value].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}`,
      )
      .join('&');
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
    expect((await app.request('POST', '/oauth2/token', { raw, headers })).status).toBe(200);
  });

  const accepted: [string, (url: URL) => string | undefined][] = [
    ['missing', () => undefined],
    ['empty, which RFC 6749 treats as missing', () => ''],
    ['with a trailing slash', (url) => `${url.origin}/`],
    ['localhost with the port', (url) => `http://localhost:${url.port}`],
    ['127.0.0.1 with the port', (url) => `http://127.0.0.1:${url.port}`],
    ['[::1] with the port', (url) => `http://[::1]:${url.port}/`],
  ];
  test.each(accepted)('accepts a resource that is %s', async (_name, resource) => {
    const reply = await exchange({ resource: resource(new URL(app.url)) });
    expect(reply.status, reply.text).toBe(200);
    expect(await works(app, reply.body.access_token)).toBe(200);
  });

  test('treats a parameter without a value as missing', async () => {
    const reply = await exchange(
      { client_id: undefined, client_secret: '' },
      basic(org.client.id, org.client.secret),
    );
    expect(reply.status, reply.text).toBe(200);
  });

  const refused: [string, Fields, number, string][] = [
    ['no grant type', { grant_type: undefined }, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['a wrong secret', { client_secret: 'tps_wrong' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'cli_unknown' }, 401, 'invalid_client'],
    ['a client with a NUL character', { client_id: 'cli\0' }, 401, 'invalid_client'],
    ['no client', noForm, 401, 'invalid_client'],
    ['no secret', { client_secret: undefined }, 401, 'invalid_client'],
    ['another resource', { resource: 'https://elsewhere.example' }, 400, 'invalid_target'],
    ['a resource below ours', { resource: 'http://127.0.0.1:1/org' }, 400, 'invalid_target'],
  ];
  test.each(refused)('refuses %s', async (_name, fields, status, error) => {
    const reply = await exchange(fields);
    expect([reply.status, reply.body.error]).toEqual([status, error]);
    expect(reply.body.error_description).toEqual(expect.any(String));
    expect(reply.headers.get('cache-control')).toBe('no-store');
    // The client did not use HTTP Basic.
    expect(reply.headers.get('www-authenticate')).toBeNull();
    expect(reply.text).not.toContain(org.client.secret);
  });

  test('refuses JSON, repeated parameters, two ways to authenticate, malformed Basic and invalid UTF-8', async () => {
    const json = await app.request('POST', '/oauth2/token', { body: form() });
    expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
    for (const name of ['grant_type', 'client_id', 'client_secret']) {
      const repeated = await exchange({}, {}, `&${name}=x`);
      expect([repeated.status, repeated.body.error]).toEqual([400, 'invalid_request']);
    }
    const twice = await exchange({}, basic(org.client.id, org.client.secret));
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request']);
    const broken = await exchange(noForm, { authorization: 'Basic ???' });
    expect([broken.status, broken.body.error]).toEqual([401, 'invalid_client']);
    const wrong = await exchange(noForm, basic(org.client.id, 'tps_wrong'));
    for (const { headers } of [broken, wrong])
      expect(headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    const bytes = await app.request('POST', '/oauth2/token', {
      raw: new Uint8Array([0x61, 0x3d, 0xff, 0xfe]),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([bytes.status, bytes.body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('R3 access tokens', () => {
  test('contain the granted scope, whatever was requested', async () => {
    for (const scope of [undefined, 'api', 'openid offers:read']) {
      const { body } = await exchange({ scope });
      expect([body.scope, decodeJwt(body.access_token).scope]).toEqual(['api', 'api']);
    }
  });

  test('are revoked by their client immediately, on every process, and by no other client', async () => {
    const { client } = await app.client(org.id, 'EDITOR');
    const [token, kept] = [await app.token(client), await app.token(client)];
    const path = `/org/${org.id}/offer`;
    const statuses = async (of: string) => [
      await works(app, of),
      await works(other, of),
      (await ask(app, 'GET', path, { token: of })).status,
      (await ask(other, 'GET', path, { token: of })).status,
    ];
    expect([await statuses(token), await statuses(kept)]).toEqual(Array(2).fill([200, 200, 200, 200]));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const revoke = (fields: Record<string, string>, own: Record<string, string> = {}) =>
      app.request('POST', '/oauth2/revoke', {
        raw: new URLSearchParams({ token, ...fields }).toString(),
        headers: { ...headers, ...own },
      });
    const wrong = await revoke({ client_id: client.id, client_secret: 'tps_wrong' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
    expect((await revoke({ client_id: client.id })).status).toBe(401);
    // A revocation by a different client has no effect.
    expect((await revoke({}, basic(org.client.id, org.client.secret))).status).toBe(200);
    expect(await statuses(token)).toEqual([200, 200, 200, 200]);
    const ended = await revoke({ client_id: client.id, client_secret: client.secret });
    expect([ended.status, ended.body]).toEqual([200, {}]);
    expect([await statuses(token), await statuses(kept)]).toEqual([
      [401, 401, 401, 401],
      [200, 200, 200, 200],
    ]);
    expect((await revoke({}, basic(client.id, client.secret))).status).toBe(200);
  });

  test('are JWTs by RFC 9068 that the published keys verify, found by discovery', async () => {
    const discovery = await app.request('GET', '/.well-known/oauth-authorization-server');
    expect(discovery.body).toMatchObject({
      issuer: app.url,
      token_endpoint: `${app.url}/oauth2/token`,
      grant_types_supported: expect.arrayContaining(['client_credentials']),
      token_endpoint_auth_methods_supported: expect.arrayContaining([
        'client_secret_basic',
        'client_secret_post',
      ]),
    });
    const before = Math.floor(Date.now() / 1000);
    const token = (await exchange()).body.access_token;
    const after = Date.now();
    const keys = createRemoteJWKSet(new URL(discovery.body.jwks_uri));
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: app.url,
      audience: app.url,
      typ: 'at+jwt',
    });
    expect(protectedHeader.alg).toMatch(/^(RS|ES)256$/);
    expect(payload).toMatchObject({ sub: org.client.id, client_id: org.client.id, jti: expect.any(String) });
    expect((payload.exp as number) - (payload.iat as number)).toBe(3600);
    expect(payload.iat).toBeGreaterThanOrEqual(before);
    expect(payload.iat).toBeLessThanOrEqual(Math.ceil(after / 1000));
    expect(decodeJwt((await exchange()).body.access_token).jti).not.toBe(payload.jti);
    const published = await app.request('GET', '/.well-known/jwks.json');
    expect(Object.keys(published.body.keys[0])).not.toContain('d');
  });

  test('are refused when changed, unsigned, or not sent as a bearer token', async () => {
    const token = (await exchange()).body.access_token as string;
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    const forged = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: 'cli_other' })).toString(
      'base64url',
    );
    for (const wrong of [`${header}.${forged}.${signature}`, `${unsigned}.${payload}.`, 'x', `${token}x`]) {
      const reply = await app.request('GET', '/org', { token: wrong });
      expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
      expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    expect((await app.request('GET', '/org', { token: 'x' })).headers.get('www-authenticate')).toContain(
      'error="invalid_token"',
    );
    expect((await app.request('GET', '/org')).headers.get('www-authenticate')).toBe(
      'Bearer realm="tradepost"',
    );
    const asBasic = await app.request('GET', '/org', { headers: { authorization: `Basic ${token}` } });
    expect(asBasic.status).toBe(401);
    expect((await app.request('GET', '/org')).status).toBe(401);
  });

  test('of a rotated or deleted client end immediately, on every process', async () => {
    const { client, token } = await app.client(org.id, 'EDITOR');
    expect([await works(app, token), await works(other, token)]).toEqual([200, 200]);
    const path = `/org/${org.id}/offer`;
    expect((await ask(other, 'GET', path, { token })).status).toBe(200);
    const deps = { database: app.app.database, newId: app.app.newId, randomBytes };
    const secret = (await rotateClient(deps, client.id)) as string;
    expect([await works(app, token), await works(other, token)]).toEqual([401, 401]);
    expect((await ask(other, 'GET', path, { token })).status).toBe(401);
    const fresh = await app.token({ id: client.id, secret });
    expect(await works(other, fresh)).toBe(200);
    await app.database.query('DELETE FROM api_client WHERE id = $1', [client.id]);
    expect([await works(app, fresh), await works(other, fresh)]).toEqual([401, 401]);
    expect((await ask(other, 'GET', path, { token: fresh })).status).toBe(401);
  });

  test('outlive a rotation of the signing key, and new tokens are valid on every process immediately', async () => {
    const old = (await exchange()).body.access_token;
    expect(await works(other, old)).toBe(200);
    const kid = await app.app.keys.rotate();
    const fresh = (await exchange()).body.access_token;
    expect(decodeProtectedHeader(fresh).kid).toBe(kid);
    expect(decodeProtectedHeader(old).kid).not.toBe(kid);
    expect([await works(app, fresh), await works(other, fresh)]).toEqual([200, 200]);
    // The keys are rotated right after a forged token, for which the second process read the keys.
    const nobodys = [{ alg: 'RS256', typ: 'at+jwt', kid: 'key_none' }, {}, {}].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    for (let round = 0; round < 4; round++) {
      expect(await works(other, nobodys.join('.'))).toBe(401);
      await app.app.keys.rotate();
      const newest = (await exchange()).body.access_token;
      expect([round, await works(app, newest), await works(other, newest)]).toEqual([round, 200, 200]);
    }
    const later = await startTestApp({ database: app.database, environment: { BASE_URL: app.url } });
    expect([await works(app, old), await works(later, old)]).toEqual([200, 200]);
    expect(await works(later, fresh)).toBe(200);
    await later.stop();
    const published = await app.request('GET', '/.well-known/jwks.json');
    expect(published.body.keys.map((key: { kid: string }) => key.kid)).toContain(kid);
  });
});
