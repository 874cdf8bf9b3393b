import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { waitingForLocks } from '../locks.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageCallsOf } from '../usage-calls.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let usage: ReturnType<typeof usageCallsOf>;
let sold: { id: string };
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
  usage = usageCallsOf(app, org, by);
  sold = await usage.metered();
});
afterAll(() => app.stop());

const created = async () => (await usage.report(sold.id, { records: { gpu: 1 } })).body;
const remove = (id: string) => by.call('DELETE', `usageRecordGroup/${id}?creationDate=2026-01-01`);
const retry = (id: string) => by.call('POST', `usageRecordGroup/${id}/retry`);
const query = (text: string, values: unknown[]) => app.database.query(text, values);
const eventsOf = async (id: string) =>
  (
    await query(
      'SELECT action, sequence, payload, before FROM event WHERE entity_id = $1 ORDER BY sequence',
      [id],
    )
  ).rows;

/**
 * Reports a group with an unknown metric, which is INVALID until the metric exists, and a valid group in the
 * same call.
 */
async function refused(metric: string) {
  const { body } = await usage.batch([
    { entitlementID: sold.id, billableRecords: [{ key: metric, quantity: 2 }] },
    { entitlementID: sold.id, records: { gpu: 1 } },
  ]);
  expect(body[0].status).toBe('INVALID');
  const { id } = body[0];
  return { id, before: body[0] };
}
const callOf = async (id: string) =>
  (await query('SELECT batch_id FROM usage_key WHERE id = $1', [id])).rows[0].batch_id as string;
const invalidOf = async (batch: string) => (await by.get(`usageBatch/${batch}`)).invalid;

test('unsettled usage can be deleted: it stays readable, and is never settled', async () => {
  const group = await created();
  const gone = await remove(group.id);
  expect([gone.status, gone.body]).toEqual([200, { ...group, status: 'DELETED' }]);
  expect((await by.get(`usageRecordGroup/${group.id}`)).status).toBe('DELETED');
  expect(await eventsOf(group.id)).toEqual([
    { action: 'DELETE', sequence: 1, payload: gone.body, before: group },
  ]);
  const again = await remove(group.id);
  expect([again.status, again.body.code]).toEqual([400, 'usage_record_group_state']);
  expect(again.body.detail).toContain('is DELETED; it must be CREATED or INVALID');
  expect((await retry(group.id)).body.detail).toContain('must be REPORT_FAILED or INVALID');
  expect(await eventsOf(group.id)).toHaveLength(1);
});

test('INVALID usage can be checked again, and waits in its own call once it is valid', async () => {
  const { id, before } = await refused('bmt_later');
  const first = await callOf(id);
  const still = await retry(id);
  expect([still.status, still.body.errors[0].pointer]).toEqual([400, '/billableRecords/0/key']);
  expect(await callOf(id)).toBe(first);
  await by.post('billableMetric', { id: 'bmt_later', name: 'Later', aggregationType: 'SUM' });
  const good = await retry(id);
  expect(good.status, good.text).toBe(200);
  expect(good.body).toMatchObject({ id, status: 'CREATED', metaInfo: before.metaInfo });
  expect(good.body).not.toHaveProperty('reason');
  const second = await callOf(id);
  expect(second > first).toBe(true);
  expect(await invalidOf(first)).toBe(0);
  expect(await by.get(`usageBatch/${second}`)).toMatchObject({
    size: 1,
    invalid: 0,
    source: 'API',
    status: 'WAITING',
  });
  const { rows } = await query('SELECT batch_id FROM usage_group WHERE id = $1', [id]);
  expect(rows).toEqual([{ batch_id: second }]);
  expect(await eventsOf(id)).toEqual([{ action: 'UPDATE', sequence: 1, payload: good.body, before }]);
  expect((await retry(id)).body.code).toBe('usage_record_group_state');
});

test('INVALID usage can be deleted, and no longer counts as INVALID', async () => {
  const { id } = await refused('bmt_never');
  const batch = await callOf(id);
  expect(await invalidOf(batch)).toBe(1);
  expect((await remove(id)).body.status).toBe('DELETED');
  expect(await invalidOf(batch)).toBe(0);
});

test('a deletion waits for the run that claims its call, and is refused after the settlement', async () => {
  const { id } = await created();
  const batch = await callOf(id);
  const run = new pg.Client({ connectionString: app.database.connectionString });
  await run.connect();
  await run.query('BEGIN');
  await run.query(`UPDATE usage_batch SET run_id = 'run_x', run_time = now() WHERE id = $1`, [batch]);
  await run.query(
    `INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, run_id, usage_from, usage_until,
       group_count, status, group_status, creation_time, last_update_time)
     VALUES ($1, 'urr_x', $2, 'trm_x', 'run_x', now() - interval '1 day', now() + interval '1 day', 1, 'SUCCESS',
       'REPORTED', now(), now())`,
    [org.id, sold.id],
  );
  const { rows } = await run.query('SELECT pg_backend_pid() AS pid');
  const deletion = remove(id);
  await waitingForLocks(app.database, rows[0].pid, 1);
  await run.query('COMMIT');
  await run.end();
  const reply = await deletion;
  expect([reply.status, reply.body.detail]).toEqual([400, expect.stringContaining('is REPORTED')]);
});

test('settled usage of a direct sale cannot be deleted, though it waits for its invoice', async () => {
  const group = await created();
  await by.advance(3_600_000);
  expect((await by.get(`usageRecordGroup/${group.id}`)).status).toBe('CREATED');
  const reply = await remove(group.id);
  expect([reply.status, reply.body.code]).toEqual([400, 'usage_record_group_state']);
  expect(reply.body.detail).toContain('already settled');
  expect(await eventsOf(group.id)).toEqual([]);
});

test('of usage that its marketplace refused, failed lines can be sent again', async () => {
  const group = await created();
  await query(`UPDATE usage_batch SET run_id = 'run_f' WHERE id = $1`, [await callOf(group.id)]);
  await query(`UPDATE entitlement SET partner = 'MKA' WHERE id = $1`, [sold.id]);
  await query(
    `INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, partner, run_id, usage_from,
       usage_until, group_count, status, group_status, creation_time, last_update_time)
     VALUES ($1, 'urr_f', $2, 'trm_f', 'MKA', 'run_f', now() - interval '1 day', now() + interval '1 day', 1, 'FAILED',
       'REPORT_FAILED', now(), now())`,
    [org.id, sold.id],
  );
  await query(
    `INSERT INTO usage_line (organization_id, id, report_id, entitlement_id, entitlement_term_id, partner, dimension,
       bucket_hour, quantity, state, creation_time, last_update_time)
     SELECT $1, 'url_' || state, 'urr_f', $2, 'trm_f', 'MKA', state, date_trunc('hour', now()) + interval '2 hours', 1,
       state, now(), now() FROM unnest('{REJECTED,ACCEPTED}'::text[]) state`,
    [org.id, sold.id],
  );
  expect((await by.get(`usageRecordGroup/${group.id}`)).status).toBe('REPORT_FAILED');
  const reply = await retry(group.id);
  expect([reply.status, reply.body.status], reply.text).toEqual([200, 'REPORT_PENDING']);
  const { rows } = await query('SELECT id, state FROM usage_line WHERE report_id = $1 ORDER BY id', [
    'urr_f',
  ]);
  expect(rows).toEqual([
    { id: 'url_ACCEPTED', state: 'ACCEPTED' },
    { id: 'url_REJECTED', state: 'WAITING' },
  ]);
});

test('unknown usage, and usage of another tenant, can be neither deleted nor retried', async () => {
  const { id } = await created();
  const other = await app.organization();
  for (const [group, tenant] of [
    [id, other],
    ['urg_none', org],
  ] as const)
    for (const [method, suffix] of [
      ['DELETE', ''],
      ['POST', '/retry'],
    ] as const) {
      const path = `/org/${tenant.id}/usageRecordGroup/${group}${suffix}`;
      const reply = await app.request(method, path, { token: tenant.token });
      expect([reply.status, reply.body.code]).toEqual([404, 'usage_record_group_not_found']);
    }
  expect((await by.get(`usageRecordGroup/${id}`)).status).toBe('CREATED');
});
