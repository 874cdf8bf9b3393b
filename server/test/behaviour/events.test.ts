import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withoutLink } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

type EventRow = {
  entity_type: string;
  entity_id: string;
  sequence: number;
  action: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads are snapshots of records of every kind
  payload: any;
  actor_type: string;
  actor_id: string;
  request_id: string;
};

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(() => app.stop());

const get = async (path: string) =>
  (await app.request('GET', `/org/${org.id}/${path}`, { token: org.token })).body;
const post = async (path: string, body?: object) => {
  const reply = await app.request('POST', `/org/${org.id}/${path}`, {
    token: org.token,
    headers: { 'x-request-id': `test-${path.split('/').at(-1)}` },
    ...(body ? { body } : {}),
  });
  expect(reply.status, reply.text).toBe(200);
  await app.drainJobs();
  return reply.body;
};
const events = async (): Promise<EventRow[]> =>
  (
    await app.database.query(
      'SELECT * FROM event WHERE organization_id = $1 ORDER BY entity_type, entity_id, sequence',
      [org.id],
    )
  ).rows;
const steps = (rows: EventRow[], type: string) =>
  rows.filter((row) => row.entity_type === type).map((row) => row.action);
const last = (rows: EventRow[], id: string) => rows.filter((row) => row.entity_id === id).at(-1) as EventRow;

test('every step of the life cycle is a row, in order, without gaps, with the record at that time', async () => {
  const created = await post('offer', { name: 'Told', partner: 'MKA' });
  await post(`sandbox/offer/${created.id}/accept`);
  const [entitlement] = await get('entitlement');
  await post(`entitlement/${entitlement.id}/addon`, { name: 'More' });
  await post(`sandbox/entitlement/${entitlement.id}/cancel`);
  const rows = await events();
  expect(steps(rows, 'OFFER')).toEqual(['CREATE', 'PENDING_ACCEPTANCE', 'ACCEPT']);
  expect(steps(rows, 'ENTITLEMENT')).toEqual(['CREATE', 'UPDATE', 'CANCEL']);
  expect(steps(rows, 'ENTITLEMENT_TERM')).toEqual(['CREATE', 'UPDATE']);
  expect(steps(rows, 'BUYER')).toEqual(['CREATE']);
  for (const id of new Set(rows.map((row) => row.entity_id))) {
    const own = rows.filter((row) => row.entity_id === id).map((row) => row.sequence);
    expect(own).toEqual(own.map((_, index) => index + 1));
  }
  expect(rows.find((row) => row.entity_id === created.id)?.payload).toEqual(created);
  expect(last(rows, created.id).payload).toEqual(await get(`offer/${created.id}`));
  expect(last(rows, entitlement.id).payload).toEqual(withoutLink(await get(`entitlement/${entitlement.id}`)));
  const [term] = await get(`entitlement/${entitlement.id}/entitlementTerm`);
  expect(last(rows, term.id).payload).toEqual(term);
  expect(rows.filter((row) => row.entity_type === 'ENTITLEMENT')[0]?.payload).toMatchObject({
    status: 'ACTIVE',
  });
});

test('an event names its actor and its request', async () => {
  const created = await post('offer', { name: 'Who', partner: 'MKA' });
  const [first, second] = (await events()).filter((row) => row.entity_id === created.id);
  expect(first).toMatchObject({
    actor_type: 'API_CLIENT',
    actor_id: org.client.id,
    request_id: 'test-offer',
  });
  expect(second).toMatchObject({ actor_type: 'SERVICE' });
});

test('R37 failures and rejections are events too', async () => {
  const failed = await post('offer', { name: 'No', partner: 'MKD' });
  const rejected = await post('offer', { name: 'Rejected', partner: 'MKA' });
  await post(`sandbox/offer/${rejected.id}/reject`);
  const rows = await events();
  expect(last(rows, failed.id).payload.status).toBe('CREATE_FAILED');
  expect(last(rows, rejected.id)).toMatchObject({ action: 'REJECT', payload: { status: 'REJECTED' } });
});

test('R22 the scheduled start of an entitlement is an event', async () => {
  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  const offer = await post('offer', { name: 'Later', partner: 'MKA', info: { startTime } });
  await post(`sandbox/offer/${offer.id}/accept`);
  await app.database.query('UPDATE organization SET clock_offset_ms = 90000000 WHERE organization_id = $1', [
    org.id,
  ]);
  await app.drainJobs();
  const rows = (await events()).filter((row) => row.entity_type === 'ENTITLEMENT');
  expect(rows.map((row) => [row.action, row.payload.status])).toEqual([
    ['CREATE', 'PENDING_START'],
    ['UPDATE', 'ACTIVE'],
  ]);
});

test('a buyer that gets the account of an accepted offer has an event of the change', async () => {
  await app.database.query(
    `INSERT INTO buyer (organization_id, id, partner, name, creation_time, last_update_time)
     VALUES ($1, 'buy_named', '', 'Named', now(), now())`,
    [org.id],
  );
  const offer = await post('offer', { name: 'Named', partner: 'MKA', buyerID: 'buy_named' });
  await post(`sandbox/offer/${offer.id}/accept`);
  const [entitlement] = await get('entitlement');
  expect(entitlement.buyerID).toBe('buy_named');
  expect(steps(await events(), 'BUYER')).toEqual(['UPDATE']);
});

test('an impossible state at the marketplace is an ABNORMAL_ALERT, and changes no state', async () => {
  const offer = await post('offer', { name: 'Odd', partner: 'MKA' });
  await post(`sandbox/offer/${offer.id}/accept`);
  const [entitlement] = await get('entitlement');
  await post(`sandbox/entitlement/${entitlement.id}/cancel`);
  app.expectAbnormalAlert(entitlement.id);
  await app.database.query(`UPDATE sandbox_agreement SET state = 'ACTIVE' WHERE id = $1`, [
    entitlement.externalID,
  ]);
  await app.app.inOrganization(org.id, 'test', async (scope) => {
    await scope.query({
      name: 'test_observe',
      text: `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time)
             VALUES ($1, $2, 'marketplaces.observe', 'odd', $3, 'wall', now(), now(), now())`,
      values: [
        org.id,
        scope.newId('job'),
        JSON.stringify({ partner: 'MKA', kind: 'AGREEMENT', externalId: entitlement.externalID }),
      ],
    });
  });
  await app.drainJobs();
  expect((await get(`entitlement/${entitlement.id}`)).status).toBe('CANCELLED');
  expect(last(await events(), entitlement.id).action).toBe('ABNORMAL_ALERT');
});

test('events cannot be changed or removed, except by an erasure or behind a checkpoint', async () => {
  const { rows } = await app.database.query(
    `SELECT grantee, privilege_type FROM information_schema.role_table_grants
     WHERE table_name = 'event' AND grantee IN ('tradepost_app', 'tradepost_system') ORDER BY grantee, privilege_type`,
  );
  expect(rows.map((row) => `${row.grantee} ${row.privilege_type}`)).toEqual([
    'tradepost_app INSERT',
    'tradepost_app SELECT',
    'tradepost_system DELETE',
    'tradepost_system INSERT',
    'tradepost_system SELECT',
  ]);
  await post('offer', { name: 'Kept' });
  for (const text of [
    'UPDATE event SET action = action',
    `UPDATE event SET payload = '{"changed":true}'`,
    `UPDATE event SET payload = '{}'`,
    `UPDATE event SET payload = '{"changed":true}', erased_at = now()`,
    `UPDATE event SET payload = '{}', before = '{}', erased_at = now()`,
    'DELETE FROM event',
    'TRUNCATE event',
  ])
    for (const role of ['app', 'system'] as const)
      await expect(
        app.app.database.transaction(({ query }) => query({ name: '', text, values: [] }), role),
      ).rejects.toMatchObject({ code: '42501' });
});

test('a refused request leaves no event', async () => {
  const before = (await events()).length;
  await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body: { partner: 'MKC' } });
  await app.request('POST', `/org/${org.id}/entitlement/ent_none/addon`, { token: org.token, body: {} });
  expect((await events()).length).toBe(before);
});
