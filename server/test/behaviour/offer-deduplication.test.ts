import { afterAll, beforeAll, expect, test } from 'vitest';
import { send, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let second: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  second = await startTestApp({ database: app.database, environment: { BASE_URL: app.url } });
  org = await app.organization();
});
afterAll(async () => {
  await second.stop();
  await app.stop();
});

/** Calls the given process directly, because the configured address is that of the first process. */
const ask = (at: TestApp, ...[method, path, options]: Parameters<TestApp['request']>) => {
  const { port } = at.app.server.server.address() as { port: number };
  return send(`http://127.0.0.1:${port}${path}`, method, options ?? {});
};

let serial = 0;
const unique = (more: object = {}) => ({ name: `offer ${serial++}`, partner: 'MKA', ...more });
type CreateOptions = {
  token?: string;
  orgId?: string;
  at?: TestApp;
  headers?: Record<string, string>;
  raw?: string;
};
const create = (
  body: object,
  { token = org.token, orgId = org.id, at = app, headers = {}, raw }: CreateOptions = {},
) =>
  ask(at, 'POST', `/org/${orgId}/offer`, {
    token,
    ...(raw === undefined ? { body } : { raw }),
    headers: { 'content-type': 'application/json', ...headers },
  });
const count = async (sql: string, values: unknown[]) =>
  Number((await app.database.query(sql, values)).rows[0].count);
const offersNamed = (name: string) => count('SELECT count(*) FROM offer WHERE name = $1', [name]);
const age = (offerId: string, seconds: number) =>
  app.database.query(
    `UPDATE offer_creation SET first_at = clock_timestamp() - $2 * interval '1 s' WHERE offer_id = $1`,
    [offerId, seconds],
  );

test('R20 forty simultaneous identical calls create one offer, one event, one job, and get one response byte for byte', async () => {
  const body = unique();
  const replies = await Promise.all(Array.from({ length: 40 }, () => create(body)));
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
  expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
  const marks = replies.map(({ headers }) => headers.get('x-deduplicated'));
  expect(marks.filter((mark) => mark === null).length).toBe(1);
  expect(marks.filter((mark) => mark === 'true').length).toBe(39);
  expect(await offersNamed(body.name)).toBe(1);
  const { id } = replies[0]?.body ?? {};
  expect(await count('SELECT count(*) FROM event WHERE entity_id = $1', [id])).toBe(1);
  expect(await count('SELECT count(*) FROM job WHERE lane = $1', [`offer:${id}`])).toBe(1);
});

test('R20 forty identical calls to two programs create one offer', async () => {
  for (let round = 0; round < 5; round++) {
    const body = unique({ info: { commits: [{ key: 'a', rate: 1.5 }] } });
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => create(body, { at: n % 2 ? second : app })),
    );
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await offersNamed(body.name)).toBe(1);
  }
});

test('R20 bodies with equal content are equal: order of keys, white space, 1.0 and 1, escapes', async () => {
  const name = `canonical ${serial++}`;
  const texts = [
    `{"name":"${name}","info":{"commits":[{"key":"a","rate":1}],"currency":"USD"}}`,
    `{ "info" : {"currency":"USD","commits":[ {"rate":1.0,"key":"\\u0061"} ]},\n"name":"${name}" }`,
    `{"name":"${name}","info":{"commits":[{"key":"a","rate":10e-1}],"currency":"USD"}}`,
  ];
  const replies = [];
  for (const raw of texts) replies.push(await create({}, { raw }));
  expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
  const other = await create({}, { raw: (texts[0] as string).replace('"rate":1', '"rate":1.01') });
  expect(other.body.id).not.toBe(replies[0]?.body.id);
});

test('R20 calls are identical by caller, not by token; another caller or organization has its own offer', async () => {
  const body = unique();
  const first = await create(body);
  expect((await create(body, { token: await app.token(org.client) })).text).toBe(first.text);
  const colleague = await app.client(org.id, 'EDITOR');
  expect((await create(body, { token: colleague.token })).body.id).not.toBe(first.body.id);
  const other = await app.organization();
  await app.database.query(
    `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
     VALUES ($1, $2, 'API_CLIENT', 'ADMIN', now())`,
    [other.id, org.client.id],
  );
  const elsewhere = await create(body, { orgId: other.id });
  expect(elsewhere.status, elsewhere.text).toBe(200);
  expect(elsewhere.body.id).not.toBe(first.body.id);
});

test('R20 the window is 60 s from the first call, and repeats do not extend it', async () => {
  const body = unique();
  const first = await create(body);
  await age(first.body.id, 58);
  expect((await create(body)).text).toBe(first.text);
  await age(first.body.id, 60.1);
  const fresh = await create(body);
  expect(fresh.body.id).not.toBe(first.body.id);
  expect((await create(body)).text).toBe(fresh.text);
  expect(await offersNamed(body.name)).toBe(2);
});

test('R20 simultaneous calls at the end of the window create one new offer', async () => {
  const body = unique();
  const first = await create(body);
  await age(first.body.id, 61);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => create(body, { at: n % 2 ? second : app })),
  );
  expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
  expect(replies[0]?.body.id).not.toBe(first.body.id);
  expect(await offersNamed(body.name)).toBe(2);
});

test('R20 the window uses the database’s clock, not the organization’s', async () => {
  const own = await app.organization();
  const body = unique();
  const sent = { token: own.token, orgId: own.id };
  const first = await create(body, sent);
  await app.database.query('UPDATE organization SET clock_offset_ms = 7200000 WHERE organization_id = $1', [
    own.id,
  ]);
  expect((await create(body, sent)).text).toBe(first.text);
  const later = await create(unique(), sent);
  expect(Date.parse(later.body.creationTime) - Date.parse(first.body.creationTime)).toBeGreaterThan(
    7_190_000,
  );
});

test('R20 a repeat after the offer has changed returns the first response', async () => {
  const body = unique();
  const first = await create(body);
  await app.drainJobs();
  const now = await app.request('GET', `/org/${org.id}/offer/${first.body.id}`, { token: org.token });
  expect(now.body.status).toBe('PENDING_ACCEPTANCE');
  const repeat = await create(body, { at: second });
  expect([repeat.status, repeat.text]).toEqual([200, first.text]);
});

test('R20 applies before an Idempotency-Key, whichever was first', async () => {
  const key = (value: string) => ({ headers: { 'idempotency-key': value } });
  const body = unique();
  const first = await create(body);
  expect((await create(body, key('late-key'))).text).toBe(first.text);
  const keyed = unique();
  const original = await create(keyed, key('early-key'));
  expect((await create(keyed)).text).toBe(original.text);
  expect((await create(keyed, key('another-key'))).text).toBe(original.text);
  expect((await create(keyed, key('early-key'))).text).toBe(original.text);
  await age(original.body.id, 61);
  // The deduplication window is over, but the key is stored for 24 h.
  expect((await create(keyed, key('early-key'))).text).toBe(original.text);
  expect(await offersNamed(keyed.name)).toBe(1);
  const reused = await create(unique(), key('early-key'));
  expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused']);
});

test('R20 forty simultaneous calls with separate idempotency keys create one offer too', async () => {
  const body = unique();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      create(body, { at: n % 2 ? second : app, headers: { 'idempotency-key': `crowd ${n % 5}` } }),
    ),
  );
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1);
  expect(await offersNamed(body.name)).toBe(1);
});

test('R20 a refusal is not stored', async () => {
  const own = await app.organization();
  const body = unique({ expireTime: new Date(Date.now() + 3_600_000).toISOString() });
  const sent = { token: own.token, orgId: own.id };
  const clock = (ms: number) =>
    app.database.query('UPDATE organization SET clock_offset_ms = $2 WHERE organization_id = $1', [
      own.id,
      ms,
    ]);
  await clock(7_200_000);
  expect((await create(body, sent)).status).toBe(400);
  expect(await count('SELECT count(*) FROM offer_creation WHERE organization_id = $1', [own.id])).toBe(0);
  await clock(0);
  expect((await create(body, sent)).status).toBe(200);
});

test('R20 a body that differs in one field creates another offer', async () => {
  const body = unique();
  const ids = new Set<string>();
  for (const variant of [
    body,
    { ...body, service: 'x' },
    { ...body, metaInfo: {} },
    { ...body, info: { currency: null } },
  ])
    ids.add((await create(variant)).body.id);
  expect(ids.size).toBe(4);
});
