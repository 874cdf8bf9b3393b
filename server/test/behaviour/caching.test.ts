import net from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});

test('API responses are not stored by caches, for every operation and error', async () => {
  const { body: offer } = await app.request('POST', `/org/${org.id}/offer`, {
    token: org.token,
    body: { partner: 'MKA', name: 'One' },
  });
  const one = `/org/${org.id}/offer/${offer.id}`;
  const csv = { accept: 'text/csv' };
  for (const [method, path, status, options] of [
    ['GET', one, 200, {}],
    ['HEAD', one, 200, {}],
    ['GET', `/org/${org.id}/offer`, 200, {}],
    ['GET', `/org/${org.id}/entitlement`, 200, { headers: csv }],
    ['PATCH', one, 409, { body: { name: 'Two' } }],
    ['PATCH', one, 400, { body: { name: 1 } }],
    ['GET', one, 401, { token: '' }],
    ['GET', `${one}x`, 404, {}],
    ['GET', '/nothing', 404, {}],
    ['GET', '/%', 404, {}],
    ['PUT', one, 405, {}],
    ['POST', `/org/${org.id}/offer`, 415, { raw: 'x', headers: { 'content-type': 'text/plain' } }],
  ] as const) {
    const reply = await app.request(method, path, { token: org.token, ...options });
    expect([method, path, reply.status, reply.headers.get('cache-control')]).toEqual([
      method,
      path,
      status,
      'no-store',
    ]);
    expect(reply.headers.get('x-correlation-id'), path).toMatch(/^req_/);
  }
});

test('a response to invalid HTTP has no-store', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1', () =>
      socket.write('nonsense\r\n\r\n'),
    );
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.on('end', () => resolve(text)).on('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\ncache-control: no-store\r\n/);
});

test('a request with the current ETag of a record gets a 304 although caches store nothing', async () => {
  const path = `/org/${org.id}`;
  const first = await app.request('GET', path, { token: org.token });
  const etag = first.headers.get('etag') as string;
  const again = await app.request('GET', path, { token: org.token, headers: { 'if-none-match': etag } });
  expect([again.status, again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([
    304,
    etag,
    'no-store',
  ]);
});

test('documents that are the same for all callers can be cached', async () => {
  for (const [path, caching] of [
    ['/.well-known/jwks.json', 'public, max-age=60'],
    ['/openapi.json', 'public, no-cache'],
    ['/docs', 'public, no-cache'],
  ])
    expect([path, (await app.request('GET', path as string)).headers.get('cache-control')]).toEqual([
      path,
      caching,
    ]);
});
