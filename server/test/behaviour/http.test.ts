import http from 'node:http';
import net from 'node:net';
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

/** Sends a raw request that fetch does not support. */
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
  test('R1 a body on GET is ignored', async () => {
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

  test('R1 deep bodies and prototype keys are a 400 with their position', async () => {
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

  test('HEAD responds like GET, without a body', async () => {
    const get = await app.request('GET', offers(), { token: org.token });
    const head = await app.request('HEAD', offers(), { token: org.token });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect((await app.request('HEAD', offers())).status).toBe(401);
    expect((await app.request('HEAD', '/livez')).status).toBe(200);
  });

  test('R5 paths have no version, and an unknown path is a 404 problem', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['GET', '/v1/org'],
      ['GET', `${offers()}/`],
      ['GET', '/livez/'],
      ['GET', '/org/'],
      ['DELETE', `/org/${org.id}/`],
      ['PUT', '/nothing'],
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

describe('a method that a path does not support', () => {
  test('is a 405 whose Allow lists the supported methods', async () => {
    const ofOffers = 'GET, HEAD, POST';
    for (const [method, path, allow] of [
      ['DELETE', offers(), ofOffers],
      ['PUT', offers(), ofOffers],
      ['OPTIONS', offers(), ofOffers],
      ['POST', `${offers()}/ofr_x?a=b`, 'DELETE, GET, HEAD, PATCH'],
      ['PROPFIND', `${offers()}/ofr_x/cancel`, 'POST'],
      ['POST', '/livez', 'GET, HEAD'],
      ['GET', '/oauth2/token', 'POST'],
    ] as const) {
      const reply = await app.request(method, path, { token: org.token });
      expect([method, path, reply.status, reply.headers.get('allow')]).toEqual([method, path, 405, allow]);
      expect(reply.body).toMatchObject({ ...problem, status: 405, code: 'method_not_allowed' });
    }
  });
});

describe('ids in paths', () => {
  test('that are path segments, empty, or contain a slash match nothing, in any encoding', async () => {
    const headers = { authorization: `Bearer ${org.token}`, 'content-type': 'application/json' };
    const written = ['.', '..', '%2e', '%2E%2e', '.%2e', '', 'a%2Fb', '%2F', '..%2F..', 'a%5Cb', '%00'];
    const collections = ['offer', 'contact', 'buyer', 'product', 'entitlement', 'webhook', 'addon', 'file'];
    for (const id of written)
      for (const [method, path] of [
        ...collections.flatMap((name) => [
          ['DELETE', `/org/${org.id}/${name}/${id}`],
          ['PATCH', `/org/${org.id}/${name}/${id}`],
          ['GET', `/org/${org.id}/${name}/${id}`],
        ]),
        ['DELETE', `/org/${id}`],
        ['GET', `/org/${org.id}/offerExternalId/${id}`],
      ] as [string, string][]) {
        const { status, text } = await sendRaw(
          method,
          path,
          headers,
          method === 'PATCH' ? '{"name":"x"}' : '',
        );
        expect([404, 405], `${method} ${path} ${text.slice(0, 200)}`).toContain(status);
      }
    const kept = await app.request('GET', `/org/${org.id}`, { token: org.token });
    expect([kept.status, kept.body.name]).toEqual([200, 'Acme']);
  });

  test('an external id may contain a slash, and is decoded before the look-up', async () => {
    const { body } = await app.request('POST', offers(), {
      token: org.token,
      body: { name: 'named elsewhere' },
    });
    const externalId = 'projects/7/privateOffers/a b%';
    await app.database.query('UPDATE offer SET external_id = $2 WHERE id = $1', [body.id, externalId]);
    const path = `/org/${org.id}/offerExternalId/${encodeURIComponent(externalId)}`;
    const found = await app.request('GET', path, { token: org.token });
    expect([found.status, found.body.id]).toEqual([200, body.id]);
    expect((await app.request('GET', path.replace('%2F', '/'), { token: org.token })).status).toBe(404);
  });
});

describe('an invalid request', () => {
  const sendBytes = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(bytes));
      let text = '';
      socket.setEncoding('utf8');
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });

  test('is refused with an error of the service, its code and an id', async () => {
    for (const [bytes, status, code] of [
      ['nonsense\r\n\r\n', 400, 'invalid_request'],
      [`GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ] as const) {
      const answer = await sendBytes(bytes);
      const [head, body] = answer.split('\r\n\r\n') as [string, string];
      expect(head).toContain(`HTTP/1.1 ${status} `);
      expect(head).toMatch(/x-correlation-id: req_/);
      expect(JSON.parse(body)).toMatchObject({ ...problem, status, code });
    }
  });
});

test('a request that arrives during shutdown gets a regular response', async () => {
  const ending = await startTestApp();
  const { id, token } = await ending.organization();
  const head = `host: x\r\nauthorization: Bearer ${token}\r\n\r\n`;
  const socket = net.connect(Number(new URL(ending.url).port), '127.0.0.1');
  socket.setEncoding('utf8');
  let text = '';
  const first = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk;
      resolve();
    });
  });
  const end = new Promise((resolve) => socket.on('close', resolve));
  // Pipelined requests are processed immediately, so part of the second request has arrived after the first
  // response.
  socket.write(`GET /livez HTTP/1.1\r\n${head}GET /org/${id} HTTP/1.1\r\n`);
  await first;
  const closed = ending.app.server.close();
  await expect.poll(() => ending.app.server.server.listening).toBe(false);
  socket.write(head);
  await Promise.all([end, closed]);
  const [, , status, headers] = text.split(/HTTP\/1.1 (\d+)/).slice(1);
  expect([status, headers]).toEqual(['200', expect.stringContaining('connection: close')]);
  await ending.stop();
});

describe('R4 errors', () => {
  test('have the members of RFC 9457 and are application/json, or problem+json on request', async () => {
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

  test('every code has its page, and an unknown code is a 404', async () => {
    expect(errorCatalogue().length).toBeGreaterThan(15);
    for (const { code, status } of errorCatalogue()) {
      const reply = await app.request('GET', `/docs/errors/${code}`);
      expect([code, reply.status, reply.text.includes(String(status))]).toEqual([code, 200, true]);
    }
    expect((await app.request('GET', '/docs/errors/nothing')).status).toBe(404);
  });

  test('every response has a request id: the caller’s own if it is valid', async () => {
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

  test('a caller without access learns nothing about errors in its body', async () => {
    const { token } = await app.client(org.id, 'VIEWER');
    const raw = { raw: '{broken', headers: { 'content-type': 'application/json' } };
    expect((await app.request('POST', offers(), raw)).status).toBe(401);
    expect((await app.request('POST', offers(), { token, ...raw })).status).toBe(403);
    expect((await app.request('POST', offers(), { token: org.token, ...raw })).status).toBe(400);
  });
});

describe('R3 operations without a token', () => {
  test('probes report that the process lives and can serve', async () => {
    for (const path of ['/livez', '/readyz'])
      expect(await app.request('GET', path)).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  test('readiness fails with the database, liveness does not', async () => {
    const doomed = await startTestApp();
    const { rows } = await doomed.database.query('SELECT current_database() AS name');
    await app.database.query(`ALTER DATABASE ${rows[0].name} ALLOW_CONNECTIONS false`);
    await app.database.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      rows[0].name,
    ]);
    const ready = await doomed.request('GET', '/readyz');
    expect([ready.status, ready.body]).toEqual([
      503,
      { status: 'unavailable', code: 'unavailable', requestId: ready.headers.get('x-correlation-id') },
    ]);
    expect(ready.headers.get('retry-after')).toBe('1');
    expect((await doomed.request('GET', '/livez')).status).toBe(200);
    const refused = await doomed.request('GET', '/org', { token: org.token });
    expect([401, 503]).toContain(refused.status);
    // Errors during the outage are checked at its end.
    await app.database.query(`ALTER DATABASE ${rows[0].name} ALLOW_CONNECTIONS true`);
    await doomed.stop();
  });

  test('metrics require their token, from this machine too, and name no organization', async () => {
    const read = (headers: Record<string, string> = {}) => app.request('GET', '/metrics', { headers });
    await app.request('GET', offers(), { token: org.token });
    expect((await read()).status).toBe(401);
    const here = await read({ authorization: `Bearer ${metricsToken}` });
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

  test('metrics without a configured token are served to this machine only, and not through a proxy', async () => {
    const open = await startTestApp({ database: app.database });
    try {
      const read = (headers: Record<string, string> = {}) => open.request('GET', '/metrics', { headers });
      expect((await read()).status).toBe(200);
      const hints = { forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9', via: '1.1 proxy' };
      for (const [name, value] of Object.entries({ 'x-forwarded-for': '203.0.113.9', ...hints }))
        expect([name, (await read({ [name]: value })).status]).toEqual([name, 401]);
    } finally {
      await open.stop();
    }
  });

  test('the reference works offline: its page loads nothing from other hosts', async () => {
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
