import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setQuota } from '../../src/organizations/index.ts';
import {
  type Reply,
  type RequestOptions,
  startTestApp,
  type TestApp,
  type TestOrganization,
} from '../harness.ts';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let org: TestOrganization;
let tokens: string[];

beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
});
beforeEach(async () => {
  org = await app.organization();
  tokens = [org.token, await other.token(org.client)];
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const set = (name: string, maximum: number) =>
  app.app.database.transaction(
    (queryable) => setQuota(queryable, app.app.newId, new Date(), { organizationId: org.id, name, maximum }),
    'system',
  );

/** Sends requests to the processes in turn. */
const post = (path: string, options: RequestOptions, index: number): Promise<Reply> =>
  (index % 2 === 0 ? app : other).request('POST', `/org/${org.id}/${path}`, {
    token: tokens[index % 2],
    ...options,
  });
const atOnce = (count: number, path: string, options: (index: number) => RequestOptions) =>
  Promise.all(Array.from({ length: count }, (_, index) => post(path, options(index), index)));

const rowsOf = async (table: string) =>
  (await app.database.query(`SELECT count(*)::int AS n FROM ${table} WHERE organization_id = $1`, [org.id]))
    .rows[0].n;

/** Counts the responses by status. */
const tally = (replies: readonly Reply[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const form = (index: number): RequestOptions => ({
  raw: `--b\r\ncontent-disposition: form-data; name="file"; filename="${index}.txt"\r\ncontent-type: text/plain\r\n\r\nText ${index}\r\n--b--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
});
const body = (value: object): RequestOptions => ({ body: value });

type Kind = {
  quota: string;
  path: string;
  table: string;
  used: number;
  send: (index: number) => RequestOptions;
};
const kinds: Kind[] = [
  { quota: 'offers', path: 'offer', table: 'offer', used: 0, send: (n) => body({ name: `Offer ${n}` }) },
  { quota: 'offers', path: 'draftOffer', table: 'offer', used: 0, send: (n) => body({ name: `Draft ${n}` }) },
  {
    quota: 'apiClients',
    path: 'apiClient',
    table: 'principal_grant',
    used: 1,
    send: (n) => body({ name: `Client ${n}`, role: 'VIEWER' }),
  },
  {
    quota: 'members',
    path: 'user',
    table: 'member',
    used: 0,
    send: (n) => body({ email: `person-${n}@acme.example`, role: 'VIEWER' }),
  },
  {
    quota: 'webhookEndpoints',
    path: 'webhook',
    table: 'webhook_endpoint',
    used: 0,
    send: (n) => body({ url: `https://receiver-${n}.example/`, eventTypes: ['*'] }),
  },
  { quota: 'files', path: 'file', table: 'stored_file', used: 0, send: form },
];

describe('80 simultaneous requests over two programs, with one place left', () => {
  test.each(kinds)(
    '$path: one record is created, and the other requests are refused',
    async ({ quota, path, table, used, send }) => {
      await set(quota, used + 1);
      const replies = await atOnce(80, path, send);
      const detail = replies.find(({ status }) => status !== 200 && status !== 429)?.text;
      expect(tally(replies), detail).toEqual({ 200: 1, 429: 79 });
      for (const reply of replies.filter(({ status }) => status === 429)) {
        expect(reply.body.code).toBe('quota_exceeded');
        expect(reply.headers.get('ratelimit-policy')).toBe(`"${quota}";q=${used + 1}`);
      }
      expect(await rowsOf(table)).toBe(used + 1);
    },
  );

  test('of a quota that is large and nearly used up', async () => {
    await app.database.query(
      `SET ROLE tradepost_system;
       INSERT INTO offer (organization_id, id, status, info, meta_info, creation_time, last_update_time, offer_type)
       SELECT '${org.id}', 'ofr_' || n, 'CANCELLED', '{}', '{}', now(), now(), 'PRIVATE' FROM generate_series(1, 4999) n;
       RESET ROLE`,
    );
    await set('offers', 5000);
    expect(tally(await atOnce(80, 'offer', (n) => body({ name: `Offer ${n}` })))).toEqual({
      200: 1,
      429: 79,
    });
    expect(await rowsOf('offer')).toBe(5000);
  });

  test('invalid requests use no place', async () => {
    await set('apiClients', 2);
    const refused = await atOnce(40, 'apiClient', () => body({ role: 'NOBODY' }));
    expect(tally(refused)).toEqual({ 400: 40 });
    expect((await post('apiClient', body({ role: 'VIEWER' }), 0)).status).toBe(200);
    expect((await post('apiClient', body({ role: 'VIEWER' }), 1)).status).toBe(429);
  });
});

describe('repeats with one place left', () => {
  test('R20 of one body create one offer and use one place', async () => {
    await set('offers', 2);
    const replies = await atOnce(40, 'offer', () => body({ name: 'Once' }));
    expect(tally(replies)).toEqual({ 200: 40 });
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await post('offer', body({ name: 'Another' }), 0)).status).toBe(200);
    expect((await post('offer', body({ name: 'Too many' }), 1)).status).toBe(429);
    expect((await post('offer', body({ name: 'Once' }), 1)).text).toBe(replies[0]?.text);
  });

  test('with one idempotency key create one client and get its response', async () => {
    await set('apiClients', 2);
    const send = () => ({ ...body({ role: 'VIEWER' }), headers: { 'idempotency-key': 'one' } });
    const replies = await atOnce(20, 'apiClient', send);
    expect(Object.keys(tally(replies)).every((status) => ['200', '409'].includes(status))).toBe(true);
    const again = await post('apiClient', send(), 1);
    expect([again.status, again.body.secret]).toEqual([200, '********']);
    expect((await post('apiClient', body({ role: 'VIEWER' }), 0)).status).toBe(429);
  });

  test('a stored draft can be changed and submitted', async () => {
    await set('offers', 1);
    const draft = await post('draftOffer', body({ name: 'Draft' }), 0);
    const changed = await post('draftOffer', body({ id: draft.body.id, name: 'Changed' }), 1);
    expect([changed.status, changed.body.id]).toEqual([200, draft.body.id]);
    const submitted = await post('offer', body({ id: draft.body.id }), 0);
    expect([submitted.status, submitted.body.id], submitted.text).toEqual([200, draft.body.id]);
    expect((await post('offer', body({ name: 'Too many' }), 1)).status).toBe(429);
  });
});
