import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let id: string;
let serial = 0;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
beforeEach(async () => {
  const { body } = await app.request('POST', `/org/${org.id}/offer`, {
    token: org.token,
    body: { name: `offer ${serial++}` },
  });
  await app.request('POST', `/org/${org.id}/sandbox/offer/${body.id}/accept`, { token: org.token });
  id = (await app.request('GET', `/org/${org.id}/entitlement?offerId=${body.id}`, { token: org.token }))
    .body[0].id;
});
afterAll(() => app.stop());

const apply = (body: unknown, token = org.token, entitlementId = id) =>
  app.request('POST', `/org/${org.id}/entitlement/${entitlementId}/addon`, { token, body });
const raw = (text: string) =>
  app.request('POST', `/org/${org.id}/entitlement/${id}/addon`, {
    token: org.token,
    raw: text,
    headers: { 'content-type': 'application/json' },
  });
const read = async () =>
  (await app.request('GET', `/org/${org.id}/entitlement/${id}`, { token: org.token })).body;
const setStatus = (status: string) =>
  app.database.query('UPDATE entitlement SET status = $2 WHERE id = $1', [id, status]);
const eventCount = async () =>
  Number((await app.database.query('SELECT count(*) FROM event WHERE entity_id = $1', [id])).rows[0].count);

test('R45 an addon is stored as sent, and the response is the changed entitlement', async () => {
  const addon = {
    id: 'a-1',
    name: 'Onboarding',
    description: 'Two days',
    amount: 1234.56,
    chargeOn: '2091-01-31',
  };
  const reply = await apply(addon);
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.info.addons).toEqual([addon]);
  expect(await read()).toEqual(reply.body);
  expect(Date.parse(reply.body.lastUpdateTime)).toBeGreaterThanOrEqual(Date.parse(reply.body.creationTime));
});

test('R45 {} is a valid addon; each call adds an addon, and equal addons without an id are separate', async () => {
  await apply({});
  await apply({});
  await apply({ amount: 0 });
  const { addons } = (await read()).info;
  const id = expect.stringMatching(/^add_/);
  expect(addons).toEqual([{ id }, { id }, { id, amount: 0 }]);
  expect(new Set(addons.map((addon: { id: string }) => addon.id)).size).toBe(3);
});

test('R45 thirty simultaneous calls all add their addon', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `addon ${n}`);
  const replies = await Promise.all(names.map((name) => apply({ id: name, name, amount: 0.1 })));
  expect(replies.map((reply) => reply.status)).toEqual(names.map(() => 200));
  const { addons } = (await read()).info;
  expect(addons.map((addon: { name: string }) => addon.name).sort()).toEqual([...names].sort());
  const { rows } = await app.database.query(
    'SELECT sequence FROM event WHERE entity_id = $1 ORDER BY sequence',
    [id],
  );
  expect(rows.map((row) => row.sequence)).toEqual(Array.from({ length: 31 }, (_, n) => n + 1));
});

test('R45 of thirty simultaneous calls with the same id, one succeeds', async () => {
  const replies = await Promise.all(Array.from({ length: 30 }, (_, n) => apply({ id: 'same', amount: n })));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  expect(replies.filter((reply) => reply.status === 400 && reply.body.code === 'addon_exists')).toHaveLength(
    29,
  );
  expect((await read()).info.addons).toHaveLength(1);
});

test('R45 an empty id counts as absent: existing clients send it for unset ids', async () => {
  expect((await apply({ id: '', amount: 1 })).status).toBe(200);
  expect((await apply({ id: '', amount: 2 })).status).toBe(200);
  const { addons } = (await read()).info;
  expect(new Set(addons.map((addon: { id: string }) => addon.id)).size).toBe(2);
  for (const addon of addons) expect(addon.id).toMatch(/^add_/);
});

test.each(['PENDING_START', 'SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'])(
  'R45 R4 an entitlement that is %s rejects addons',
  async (status) => {
    await setStatus(status);
    const [before, events] = [await read(), await eventCount()];
    const reply = await apply({ name: 'never' });
    expect([reply.status, reply.body.code]).toEqual([400, 'entitlement_not_active']);
    expect(reply.body.detail).toContain(status);
    expect([await read(), await eventCount()]).toEqual([before, events]);
  },
);

const wrong: [string, unknown, string][] = [
  ['a negative amount', { amount: -0.01 }, '/amount'],
  ['an amount finer than a cent', { amount: 0.001 }, '/amount'],
  ['text for an amount', { amount: '5' }, '/amount'],
  ['a day that is none', { chargeOn: '2091-02-30' }, '/chargeOn'],
  ['a word for a date', { chargeOn: 'tomorrow' }, '/chargeOn'],
  ['a time without an offset', { chargeOn: '2091-02-01T10:00:00' }, '/chargeOn'],
  ['a number for a name', { name: 1 }, '/name'],
  ['a NUL character', { name: 'a\0b' }, '/name'],
  ['a lone surrogate', { name: '\ud800' }, '/name'],
];
test.each(wrong)(
  'R45 %s is a 400 that names the field, and nothing changes',
  async (_name, body, pointer) => {
    const [before, events] = [await read(), await eventCount()];
    const reply = await apply(body);
    expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([400, pointer]);
    expect([await read(), await eventCount()]).toEqual([before, events]);
  },
);

const made = expect.stringMatching(/^add_/);

test.each(['2091-01-31', '2091-01-31T10:00:00Z', '2091-01-31T10:00:00.5+02:00'])(
  'R45 chargeOn may be %s',
  async (chargeOn) => {
    expect((await apply({ chargeOn })).body.info.addons).toEqual([{ id: made, chargeOn }]);
  },
);

test('R1 R45 a missing body, invalid JSON and a body that is not an object are a 400', async () => {
  const none = await app.request('POST', `/org/${org.id}/entitlement/${id}/addon`, { token: org.token });
  expect([none.status, none.body.code]).toEqual([400, 'invalid_request']);
  for (const body of ['null', '[]', '"x"', '1', 'true'])
    expect([body, (await raw(body)).status]).toEqual([body, 400]);
  for (const body of ['{', '{"a":1,}', "{'a':1}", '\u0000'])
    expect([body, (await raw(body)).body.code]).toEqual([body, 'malformed_json']);
  expect(await read()).not.toHaveProperty('info.addons');
});

test('R45 amounts are stored exactly; an amount with too many digits is refused', async () => {
  expect((await raw('{"amount": 0.1}')).text).toContain('"amount": 0.1');
  expect((await raw('{"amount": 9007199254740993}')).status).toBe(400);
  expect((await raw('{"amount": 1e400}')).status).toBe(400);
  expect((await raw('{"amount": -0}')).status).toBe(200);
});

test('R45 null counts as absent, unknown fields are ignored', async () => {
  expect((await apply({ name: null, amount: 1, other: 2 })).body.info.addons).toEqual([
    { id: made, amount: 1 },
  ]);
});

test('R3 R45 roles and tenants', async () => {
  expect((await apply({}, (await app.client(org.id, 'VIEWER')).token)).status).toBe(403);
  expect((await apply({}, (await app.client(org.id, 'EDITOR')).token)).status).toBe(200);
  const foreign = await app.organization();
  expect((await apply({}, foreign.token)).status).toBe(404);
  expect((await apply({}, org.token, 'ent_none')).body.code).toBe('entitlement_not_found');
  const elsewhere = await app.request('POST', `/org/${foreign.id}/entitlement/${id}/addon`, {
    token: foreign.token,
    body: {},
  });
  expect(elsewhere.status).toBe(404);
  expect((await read()).info.addons).toEqual([{ id: made }]);
});
