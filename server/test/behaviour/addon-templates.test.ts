import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: unknown, { id, token } = org) =>
  app.request(method, `/org/${id}${path}`, { token, ...(body === undefined ? {} : { body }) });
const create = async (body: object = {}) => (await call('POST', '/addon', body)).body;
const eventsOf = async (id: string) =>
  (
    await app.database.query(
      'SELECT entity_type, action, sequence, payload, before FROM event WHERE entity_id = $1 ORDER BY sequence',
      [id],
    )
  ).rows;
async function sell(): Promise<string> {
  const offer = (await call('POST', '/offer', { name: `Offer ${Math.random()}` })).body;
  await call('POST', `/sandbox/offer/${offer.id}/accept`);
  return (await call('GET', `/entitlement?offerId=${offer.id}`)).body[0].id;
}

test('a template is created, listed, read, changed and deleted, each change with its event', async () => {
  const made = await create({ name: 'Onboarding', description: 'Two days', amount: 1234.56, other: 1 });
  expect(made).toMatchObject({
    organizationID: org.id,
    name: 'Onboarding',
    description: 'Two days',
    status: 'ACTIVE',
    info: { amount: 1234.56 },
  });
  expect(made.id).toMatch(/^adn_[0-9a-z]{26}$/);
  expect((await call('GET', `/addon/${made.id}`)).body).toEqual(made);
  expect((await call('GET', '/addon')).body).toEqual([made]);

  const changed = (await call('PATCH', `/addon/${made.id}`, { amount: 0, description: '' })).body;
  expect(changed).toMatchObject({ name: 'Onboarding', info: { amount: 0 }, status: 'ACTIVE' });
  expect(changed).not.toHaveProperty('description');
  const unnamed = (await call('PATCH', `/addon/${made.id}`, { name: null })).body;
  const { name: _, ...rest } = changed;
  expect(unnamed).toEqual({ ...rest, lastUpdateTime: unnamed.lastUpdateTime });

  const gone = await call('DELETE', `/addon/${made.id}`);
  expect([gone.status, gone.body]).toEqual([200, made.id]);
  expect((await call('GET', '/addon')).body).toEqual([]);
  const read = (await call('GET', `/addon/${made.id}`)).body;
  expect(read).toMatchObject({ status: 'DELETED', info: { amount: 0 } });
  const events = await eventsOf(made.id);
  expect(events.map((event) => [event.entity_type, event.action, event.sequence])).toEqual([
    ['ADDON', 'CREATE', 1],
    ['ADDON', 'UPDATE', 2],
    ['ADDON', 'UPDATE', 3],
    ['ADDON', 'DELETE', 4],
  ]);
  expect(events.map((event) => event.payload)).toEqual([made, changed, unnamed, read]);
  expect(events.map((event) => event.before)).toEqual([null, made, changed, unnamed]);
});

test.each<[string, unknown, string]>([
  ['a name of three letters', { name: 'abc' }, '/name'],
  ['an empty name', { name: '' }, '/name'],
  ['a name of 51 letters', { name: 'x'.repeat(51) }, '/name'],
  ['a description of 301 letters', { description: 'x'.repeat(301) }, '/description'],
  ['a negative amount', { amount: -0.01 }, '/amount'],
  ['text for an amount', { amount: '5' }, '/amount'],
])('%s is a 400 that names the field, and nothing changes', async (_name, body, pointer) => {
  const made = await create({ name: 'abcd', description: 'x'.repeat(300), amount: 1 });
  const count = (await call('GET', '/addon')).body.length;
  for (const reply of [await call('POST', '/addon', body), await call('PATCH', `/addon/${made.id}`, body)])
    expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([400, pointer]);
  expect((await call('GET', '/addon')).body).toHaveLength(count);
  expect((await call('GET', `/addon/${made.id}`)).body).toEqual(made);
});

test('R45 a deleted template is marked as deleted and cannot be changed or deleted again', async () => {
  const { id } = await create({ name: 'Training', amount: 5 });
  await call('DELETE', `/addon/${id}`);
  const gone = await call('GET', `/addon/${id}`);
  expect([gone.status, gone.body.status]).toEqual([200, 'DELETED']);
  for (const [method, body] of [['PATCH', { amount: 6 }], ['DELETE']] as const) {
    const reply = await call(method, `/addon/${id}`, body);
    expect([reply.status, reply.body.code]).toEqual([400, 'addon_deleted']);
  }
  expect((await call('GET', `/addon/${id}`)).body).toEqual(gone.body);
  expect(await eventsOf(id)).toHaveLength(2);
});

test('an unknown template, or one of another tenant, cannot be changed or deleted', async () => {
  const { id } = await create();
  const other = await app.organization();
  const foreign = await call('GET', `/addon/${id}`, undefined, other);
  expect([foreign.status, foreign.body.code]).toEqual([404, 'addon_not_found']);
  for (const [addon, tenant] of [
    [id, other],
    ['adn_none', org],
  ] as const)
    for (const [method, body] of [['PATCH', {}], ['DELETE']] as const) {
      const reply = await call(method, `/addon/${addon}`, body, tenant);
      expect([reply.status, reply.body.code]).toEqual([404, 'addon_not_found']);
    }
  expect(await eventsOf(id)).toHaveLength(1);
});

test('an addon that names a template uses the template’s current values for its missing fields', async () => {
  const entitlement = await sell();
  const { id } = await create({ name: 'Training', description: 'A day', amount: 900.5 });
  const path = `/entitlement/${entitlement}/addon`;
  const applied = (await call('POST', path, { id, amount: 0, chargeOn: '2091-01-31' })).body;
  const first = { id, name: 'Training', description: 'A day', amount: 0, chargeOn: '2091-01-31' };
  expect(applied.info.addons).toEqual([first]);
  await call('PATCH', `/addon/${id}`, { name: 'Training, two days', amount: 1700 });
  expect((await call('GET', `/entitlement/${entitlement}`)).body.info.addons).toEqual([first]);
  const second = (await call('POST', `/entitlement/${await sell()}/addon`, { id })).body;
  expect(second.info.addons).toEqual([
    { id, name: 'Training, two days', description: 'A day', amount: 1700 },
  ]);
});

test('R45 an entitlement has each template id once; the content can be applied again without the id', async () => {
  const path = `/entitlement/${await sell()}/addon`;
  const { id } = await create({ name: 'Training', amount: 5 });
  await call('POST', path, { id });
  expect((await call('POST', path, { id })).body.code).toBe('addon_exists');
  expect((await call('POST', path, { name: 'Training', amount: 5 })).body.info.addons).toEqual([
    { id, name: 'Training', amount: 5 },
    { id: expect.stringMatching(/^add_/), name: 'Training', amount: 5 },
  ]);
});

test('R45 the id of a deleted, foreign or unknown template counts as an id of the caller’s own', async () => {
  const path = `/entitlement/${await sell()}/addon`;
  const { id } = await create({ name: 'Training', amount: 5 });
  await call('DELETE', `/addon/${id}`);
  const other = await app.organization();
  const foreign = (await call('POST', '/addon', { name: 'Theirs', amount: 7 }, other)).body.id;
  for (const own of [id, foreign, 'mine']) await call('POST', path, { id: own });
  expect((await call('GET', path.replace('/addon', ''))).body.info.addons).toEqual([
    { id },
    { id: foreign },
    { id: 'mine' },
  ]);
});
