import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCatalogue } from '../../src/platform/errors.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
const metricsToken = 'a-token-for-metrics';
beforeAll(async () => {
  app = await startTestApp({ environment: { METRICS_TOKEN: metricsToken, BODY_LIMIT: '65536' } });
  org = await app.organization();
});
afterAll(() => app.stop());

const offers = () => `/org/${org.id}/offer`;
const problem = {
  type: expect.any(String),
  title: expect.any(String),
  status: expect.any(Number),
  detail: expect.any(String),
  instance: expect.any(String),
  code: expect.any(String),
  requestId: expect.any(String),
};

/** What fetch does not send. */
const sendRaw = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const request = http.request(
      `${app.url}${path}`,
      { method, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    request.on('error', reject);
    request.end(body);
  });

describe('requests', () => {
  test('R1 a body on GET is ignored, whatever it is', async () => {
    const headers = { authorization: `Bearer ${org.token}` };
    for (const [type, body] of [
      ['application/json', '{broken'],
      ['text/plain', 'x'],
      ['application/json', '{"limit":0}'],
      ['image/png', 'x'.repeat(100_000)],
    ] as const) {
      const reply = await sendRaw('GET', offers(), { ...headers, 'content-type': type }, body);
      expect([reply.status, reply.text]).toEqual([200, '[]']);
    }
  });

  test('R1 bodies are JSON in UTF-8, uncompressed, and not too large', async () => {
    const token = org.token;
    const send = (raw: string | Uint8Array, headers: Record<string, string>) =>
      app.request('POST', offers(), { token, raw, headers });
    const json = { 'content-type': 'application/json' };
    const answers = {
      text: await send('{}', { 'content-type': 'text/plain' }),
      none: await send(new Uint8Array(Buffer.from('{}')), {}),
      form: await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      gzip: await send(gzipSync('{}'), { ...json, 'content-encoding': 'gzip' }),
      large: await send(`"${'x'.repeat(70_000)}"`, json),
      bytes: await send(new Uint8Array([0x22, 0xff, 0x22]), json),
      open: await send('{"name": "x"', json),
    };
    expect(
      Object.fromEntries(
        Object.entries(answers).map(([name, reply]) => [name, [reply.status, reply.body.code]]),
      ),
    ).toEqual({
      text: [415, 'unsupported_media_type'],
      none: [415, 'unsupported_media_type'],
      form: [415, 'unsupported_media_type'],
      gzip: [415, 'unsupported_media_type'],
      large: [413, 'payload_too_large'],
      bytes: [400, 'malformed_json'],
      open: [400, 'malformed_json'],
    });
    expect(
      (await send('{"name":"charset"}', { 'content-type': 'application/json; charset=utf-8' })).status,
    ).toBe(200);
    expect((await send('{"name":"plus"}', { 'content-type': 'application/vnd.x+json' })).status).toBe(200);
  });

  test('R1 deep bodies and prototype keys are a 400 that says where', async () => {
    const deep = `{"metaInfo":{"customMetaInfo":${'{"a":'.repeat(70)}1${'}'.repeat(70)}}}`;
    const reply = await app.request('POST', offers(), {
      token: org.token,
      raw: deep,
      headers: { 'content-type': 'application/json' },
    });
    expect([reply.status, reply.body.errors[0].pointer.startsWith('/metaInfo/customMetaInfo')]).toEqual([
      400,
      true,
    ]);
    const proto = await app.request('POST', offers(), {
      token: org.token,
      raw: '{"metaInfo":{"customMetaInfo":{"__proto__":{"admin":true}}}}',
      headers: { 'content-type': 'application/json' },
    });
    expect([proto.status, proto.body.errors[0].pointer]).toEqual([400, '/metaInfo/customMetaInfo/__proto__']);
  });

  test('HEAD answers what GET would, without a body', async () => {
    const get = await app.request('GET', offers(), { token: org.token });
    const head = await app.request('HEAD', offers(), { token: org.token });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect((await app.request('HEAD', offers())).status).toBe(401);
    expect((await app.request('HEAD', '/livez')).status).toBe(200);
  });

  test('R5 there is no version in paths, and what does not exist is a 404 problem', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['GET', '/v1/org'],
      ['DELETE', offers()],
      ['PUT', offers()],
      ['OPTIONS', offers()],
      ['GET', '/%'],
      ['GET', '/org/a%2Fb/offer/'],
      ['GET', '//'],
    ] as const) {
      const reply = await app.request(method, path, { token: org.token });
      expect([path, reply.status]).toEqual([path, 404]);
      expect(reply.body).toMatchObject({ ...problem, status: 404, code: 'not_found' });
    }
  });
});

describe('R4 errors', () => {
  test('have the members of RFC 9457 and come as application/json, or as problem+json when asked for', async () => {
    const plain = await app.request('GET', `${offers()}/ofr_none?secret=1`, { token: org.token });
    expect(plain.headers.get('content-type')).toMatch(/^application\/json/);
    expect(plain.body).toMatchObject({
      ...problem,
      status: 404,
      code: 'offer_not_found',
      instance: `${offers()}/ofr_none`,
    });
    expect(plain.body.type).toBe(`${app.url}/docs/errors/offer_not_found`);
    const asked = await app.request('GET', `${offers()}/ofr_none`, {
      token: org.token,
      headers: { accept: 'application/problem+json' },
    });
    expect(asked.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const page = await fetch(plain.body.type);
    expect([page.status, (await page.text()).includes('offer_not_found')]).toEqual([200, true]);
  });

  test('every code has its page, and others have none', async () => {
    expect(errorCatalogue().length).toBeGreaterThan(15);
    for (const { code, status } of errorCatalogue()) {
      const reply = await app.request('GET', `/docs/errors/${code}`);
      expect([code, reply.status, reply.text.includes(String(status))]).toEqual([code, 200, true]);
    }
    expect((await app.request('GET', '/docs/errors/nothing')).status).toBe(404);
  });

  test('every answer has an id of its request, the caller’s own when it is a decent one', async () => {
    const own = await app.request('GET', '/nothing', { headers: { 'x-request-id': 'abc-1.2_3' } });
    expect([own.headers.get('x-correlation-id'), own.body.requestId]).toEqual(['abc-1.2_3', 'abc-1.2_3']);
    for (const bad of ['a b', 'x'.repeat(65), '<script>']) {
      const reply = await app.request('GET', '/livez', { headers: { 'x-request-id': bad } });
      expect(reply.headers.get('x-correlation-id')).toMatch(/^req_/);
    }
    expect(
      (await app.request('GET', offers(), { token: org.token })).headers.get('x-correlation-id'),
    ).toMatch(/^req_/);
  });

  test('a caller without access learns nothing of what is wrong with its body', async () => {
    const { token } = await app.client(org.id, 'VIEWER');
    const raw = { raw: '{broken', headers: { 'content-type': 'application/json' } };
    expect((await app.request('POST', offers(), raw)).status).toBe(401);
    expect((await app.request('POST', offers(), { token, ...raw })).status).toBe(403);
    expect((await app.request('POST', offers(), { token: org.token, ...raw })).status).toBe(400);
  });
});

describe('R3 what needs no token', () => {
  test('probes tell that the process lives and can serve', async () => {
    for (const path of ['/livez', '/readyz'])
      expect(await app.request('GET', path)).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  test('readiness ends with the database, liveness does not', async () => {
    const doomed = await startTestApp();
    const { rows } = await doomed.database.query('SELECT current_database() AS name');
    await app.database.query(`ALTER DATABASE ${rows[0].name} ALLOW_CONNECTIONS false`);
    await app.database.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      rows[0].name,
    ]);
    const ready = await doomed.request('GET', '/readyz');
    expect([ready.status, ready.body]).toEqual([503, { status: 'unavailable' }]);
    expect((await doomed.request('GET', '/livez')).status).toBe(200);
    const refused = await doomed.request('GET', '/org', { token: org.token });
    expect([401, 503]).toContain(refused.status);
    await doomed.stop();
  });

  test('metrics are for this machine or for who has the token, and name no organization', async () => {
    const read = (headers: Record<string, string> = {}) => app.request('GET', '/metrics', { headers });
    await app.request('GET', offers(), { token: org.token });
    const here = await read();
    expect([here.status, here.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ]);
    expect(here.text).toContain('/org/:orgId/offer');
    expect(here.text).not.toMatch(/org_[0-9a-z]{26}/);
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    expect((await read(forwarded)).status).toBe(401);
    expect((await read({ ...forwarded, authorization: `Bearer ${metricsToken}` })).status).toBe(200);
    expect((await read({ ...forwarded, authorization: `Bearer ${metricsToken}x` })).status).toBe(401);
    expect((await read({ authorization: 'Bearer wrong' })).status).toBe(401);
  });

  test('the reference works offline: nothing on its page comes from another host', async () => {
    const page = await app.request('GET', '/docs');
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.text).not.toMatch(/https?:\/\/|src="\/\/|href="\/\//);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const wanted = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] as string);
    expect(wanted.length).toBeGreaterThan(2);
    for (const path of wanted) expect([path, (await fetch(`${app.url}${path}`)).status]).toEqual([path, 200]);
    for (const path of ['/docs/assets/package.json', '/docs/assets/..%2f..%2fpackage.json'])
      expect([path, (await app.request('GET', path)).status]).toEqual([path, 404]);
  });

  test('R5 the OpenAPI document is of version 1.0 and describes this program', async () => {
    const { body } = await app.request('GET', '/openapi.json');
    expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { version: '1.0' } });
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining(['/org', '/org/{orgId}/offer', '/oauth2/token']),
    );
    const { properties } = body.components.schemas.OfferInfo;
    for (const name of ['commitBillingIntervalInMonths', 'usageBillingIntervalInMonths'])
      expect(properties[name].deprecated).toBe(true);
  });
});
