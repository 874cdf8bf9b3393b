import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let entitlementId: string;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  const { body } = await app.request('POST', `/org/${org.id}/offer`, {
    token: org.token,
    body: { name: 'direct' },
  });
  await app.request('POST', `/org/${org.id}/sandbox/offer/${body.id}/accept`, { token: org.token });
  const list = await app.request('GET', `/org/${org.id}/entitlement`, { token: org.token });
  entitlementId = list.body[0].id;
});
afterAll(() => app.stop());

/** Removes the link to the entitlement’s page, which the stored response does not contain. */
const withoutLink = (text: string): string => text.replace(/"spaUrl":"[^"]*",?/, '');

const addon = (body: object, key?: string, token = org.token) =>
  app.request('POST', `/org/${org.id}/entitlement/${entitlementId}/addon`, {
    token,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const addons = async (): Promise<{ name?: string }[]> =>
  (await app.request('GET', `/org/${org.id}/entitlement/${entitlementId}`, { token: org.token })).body.info
    .addons ?? [];
const named = async (name: string) => (await addons()).filter((one) => one.name === name).length;

test('without a key each call counts; with a key the first response is returned again and nothing else happens', async () => {
  await addon({ name: 'twice' });
  await addon({ name: 'twice' });
  expect(await named('twice')).toBe(2);
  const first = await addon({ name: 'once', amount: 5 }, 'key-1');
  await addon({ name: 'between' });
  const again = await addon({ amount: 5.0, name: 'once' }, 'key-1');
  expect([again.status, again.text]).toEqual([200, withoutLink(first.text)]);
  const marks = [first, again].map(({ headers }) => headers.get('idempotent-replayed'));
  expect(marks).toEqual([null, 'true']);
  expect(await named('once')).toBe(1);
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
});

test('a key with another body or operation is a 422', async () => {
  await addon({ name: 'mine' }, 'key-2');
  const other = await addon({ name: 'yours' }, 'key-2');
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  const elsewhere = await app.request('PATCH', `/org/${org.id}/notificationConfigInfo`, {
    token: org.token,
    body: { name: 'mine' },
    headers: { 'idempotency-key': 'key-2' },
  });
  expect(elsewhere.status).toBe(422);
  expect(await named('yours')).toBe(0);
});

test('a key belongs to its caller', async () => {
  const colleague = await app.client(org.id, 'EDITOR');
  await addon({ name: 'shared' }, 'key-3');
  await addon({ name: 'shared' }, 'key-3', colleague.token);
  expect(await named('shared')).toBe(2);
});

test('a key whose first request is still running is a 409', async () => {
  const holder = new pg.Client({ connectionString: app.database.connectionString });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(
    `SELECT pg_advisory_xact_lock(hashtextextended($1 || chr(10) || $2 || chr(10) || $3, 0))`,
    [org.id, org.client.id, 'key-4'],
  );
  const busy = await addon({ name: 'busy' }, 'key-4');
  await holder.query('ROLLBACK');
  await holder.end();
  expect([busy.status, busy.body.code]).toEqual([409, 'idempotency_key_in_use']);
  expect((await addon({ name: 'busy' }, 'key-4')).status).toBe(200);
  expect(await named('busy')).toBe(1);
});

test('of simultaneous calls with one key one is performed; the others get a 409 or its response', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => addon({ name: 'crowd' }, 'key-5')));
  const good = replies.filter((reply) => reply.status === 200);
  expect(good.length).toBeGreaterThan(0);
  expect(new Set(good.map((reply) => withoutLink(reply.text))).size).toBe(1);
  for (const { status } of replies) expect([200, 409]).toContain(status);
  expect(await named('crowd')).toBe(1);
});

test('only successes are stored', async () => {
  expect((await addon({ name: 'bad', amount: -1 }, 'key-6')).status).toBe(400);
  expect((await addon({ name: 'good', amount: 1 }, 'key-6')).status).toBe(200);
});

test('a key is stored for 24 hours', async () => {
  await addon({ name: 'day' }, 'key-7');
  const age = (hours: number) =>
    app.database.query(
      `UPDATE idempotency_key SET first_at = now() - $1 * interval '1 hour' WHERE key = 'key-7'`,
      [hours],
    );
  await age(23.9);
  await addon({ name: 'day' }, 'key-7');
  expect(await named('day')).toBe(1);
  await age(24.1);
  expect((await addon({ name: 'another' }, 'key-7')).status).toBe(200);
});

test('a key must be 1 to 255 printable characters', async () => {
  for (const key of ['x'.repeat(256), 'tab\there'])
    expect((await addon({ name: 'never' }, key)).status).toBe(400);
  expect((await addon({ name: 'longest' }, 'x'.repeat(255))).status).toBe(200);
  expect(await named('never')).toBe(0);
});
