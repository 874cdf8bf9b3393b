import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyUsage } from '../../src/metering/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { usageOf } from '../usage.fixture.ts';
import { usageCallsOf } from '../usage-calls.fixture.ts';

const hourMs = 3_600_000;

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let usage: ReturnType<typeof usageCallsOf>;
let sold: { id: string };
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  by = entitlementsOf(app, org);
  usage = usageCallsOf(app, org, by);
  sold = await usage.metered();
  // The first reports load the caller, the quota and the entitlement, and request the run of the hour.
  for (const _ of [1, 2]) expect((await report()).status).toBe(200);
});

const report = (body: object = {}) => usage.report(sold.id, { records: { gpu: 1 }, ...body });

/** Returns the statements that a report sent to the database. */
async function costOf(work: () => Promise<unknown>) {
  const before = app.app.database.usage();
  await work();
  const after = app.app.database.usage();
  return {
    transactions: after.transactions - before.transactions,
    statements: after.statements - before.statements,
  };
}
/** The access check, the lock on calls, and the statement that stores the report. */
const once = { transactions: 1, statements: 3 };
/**
 * First the access check and the entitlement; then the access check, the lock, the call and the request for
 * its run.
 */
const newUsageCost = { transactions: 2, statements: 6 };
const both = { transactions: 3, statements: 9 };

const now = async () => new Date((await by.get('sandbox/clock')).time).getTime();
const advanceTo = async (time: number) => {
  await by.post('sandbox/clock', { to: new Date(time).toISOString() });
  await app.drainJobs();
};
const jobsOfRuns = async () =>
  (
    await app.database.query(
      `SELECT id FROM job WHERE organization_id = $1 AND kind = 'metering.run' ORDER BY id`,
      [org.id],
    )
  ).rows.length;

test('a report is stored in one round trip of the access check, a lock and one statement', async () => {
  const before = await usage.stored();
  expect(await costOf(report)).toEqual(once);
  expect(await costOf(() => report({ records: { disk: 2, 'GPU hours': 1 }, metaInfo: { a: 'b' } }))).toEqual(
    once,
  );
  const after = await usage.stored();
  for (const name of ['batches', 'groups', 'keys'] as const)
    expect((after?.[name] ?? 0) - (before?.[name] ?? 0)).toBe(2);
});

test('R60 a repeat returns the first record, and different content with its identifier is a 409', async () => {
  const first = await report({ id: 'one' });
  const before = await usage.stored();
  expect((await report({ id: 'one' })).text).toBe(first.text);
  const other = await report({ id: 'one', records: { gpu: 2 } });
  expect([other.status, other.body.code]).toEqual([409, 'usage_record_group_exists']);
  expect(await usage.stored()).toEqual(before);
});

test('a report’s response, call and event are those of any other way', async () => {
  const timestamp = new Date(await now()).toISOString();
  const shown = async (id: string) => {
    const reply = await report({ id, timestamp, metaInfo: { note: 'x' } });
    expect(reply.text).toBe((await by.call('GET', `usageRecordGroup/${id}`)).text);
    const { rows } = await app.database.query(
      `SELECT g.time_given, g.keys, g.quantities, g.meta_info, g.state, b.size, b.invalid, b.source, b.call_hash,
         b.actor_type, b.actor_id, e.sequence, e.action, e.audited, e.actor_name, u.event_id IS NOT NULL AS is_unsealed,
         (SELECT json_object_agg(f.key, CASE WHEN f.key IN ('id', 'contentHash', 'requestID', 'creationTime') THEN '' ELSE f.value END)
          FROM json_each_text(e.payload::json) f) AS payload
       FROM usage_group g JOIN usage_batch b ON b.organization_id = g.organization_id AND b.id = g.batch_id
       JOIN event e ON e.organization_id = g.organization_id AND e.entity_id = b.id
       LEFT JOIN unsealed_event u ON u.organization_id = g.organization_id AND u.event_id = e.id
       WHERE g.organization_id = $1 AND g.id = $2`,
      [org.id, id],
    );
    expect(rows).toHaveLength(1);
    const { id: _, creationTime, lastUpdateTime, ...body } = reply.body;
    return { body, row: rows[0] };
  };
  const quick = await shown('quick');
  await by.setStatus(sold.id, 'ACTIVE');
  expect(await shown('usual')).toEqual(quick);
});

test('a changed entitlement is read again', async () => {
  await by.setStatus(sold.id, 'SUSPENDED');
  const refused = await report();
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/entitlementID']);
  await by.setStatus(sold.id, 'ACTIVE');
  expect(await costOf(report)).toEqual(newUsageCost);
  expect(await costOf(report)).toEqual(once);
  await by.setStatus(sold.id, 'PENDING_CANCEL');
  expect(await costOf(report)).toEqual(both);
  expect(await costOf(report)).toEqual(once);
  await app.database.query(
    `UPDATE entitlement SET info = jsonb_set(info, '{dimensions}', '[{"key": "ram", "name": "RAM"}]') WHERE id = $1`,
    [sold.id],
  );
  const unknown = await report({ records: { gpu: 1, ram: 1 } });
  // The offer still has the first dimension.
  expect([unknown.status, unknown.body.records]).toEqual([200, { gpu: 1, ram: 1 }]);
  await report();
  await app.database.query(`UPDATE entitlement SET status = 'CANCELLED', end_time = now() WHERE id = $1`, [
    sold.id,
  ]);
  const ended = await report();
  expect([ended.status, ended.body.errors[0].pointer]).toEqual([400, '/timestamp']);
});

test('a batch reads a changed entitlement again', async () => {
  const batch = async (records: object) => {
    const { status, body } = await usage.batch([{ entitlementID: sold.id, records }]);
    expect(status).toBe(200);
    return body[0];
  };
  expect((await batch({ 'GPU hours': 1 })).records).toEqual({ gpu: 1 });
  expect((await batch({ 'GPU hours': 2 })).records).toEqual({ gpu: 2 });
  await app.database.query(
    `UPDATE entitlement SET info = jsonb_set(info, '{dimensions}', '[{"key": "ram", "name": "GPU hours"}]') WHERE id = $1`,
    [sold.id],
  );
  expect((await batch({ 'GPU hours': 3 })).records).toEqual({ ram: 3 });
  await by.setStatus(sold.id, 'SUSPENDED');
  expect((await batch({ 'GPU hours': 4 })).status).toBe('INVALID');
});

test('each hour requests its run, also if an earlier run has ended already', async () => {
  const hour = Math.floor((await now()) / hourMs) * hourMs;
  for (const hours of [1, 2]) {
    await advanceTo(hour + hours * hourMs + 60_000);
    const { rows } = await app.database.query(
      'SELECT count(*)::int AS waiting FROM usage_batch WHERE organization_id = $1 AND run_id IS NULL',
      [org.id],
    );
    expect(rows).toEqual([{ waiting: 0 }]);
    const before = await jobsOfRuns();
    for (const _ of [1, 2]) expect((await report()).status).toBe(200);
    expect(await jobsOfRuns()).toBe(before + 1);
    expect(await costOf(report)).toEqual(once);
  }
  expect(await usageOf(app, org).act(verifyUsage)).toEqual([]);
  const before = await jobsOfRuns();
  await app.database.query(
    `UPDATE job SET finished_at = now(), outcome = 'over' WHERE organization_id = $1 AND kind = 'metering.run'
       AND finished_at IS NULL`,
    [org.id],
  );
  expect(await costOf(report)).toEqual(both);
  expect(await jobsOfRuns()).toBe(before + 1);
});

test('simultaneous reports with one identifier are stored once', async () => {
  const before = await usage.stored();
  const replies = await Promise.all(Array.from({ length: 32 }, () => report({ id: 'many' })));
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect((await usage.stored())?.groups).toBe((before?.groups ?? 0) + 1);
  expect(await costOf(report)).not.toEqual(newUsageCost);
});

test('simultaneous reports share commits', async () => {
  const replies = await Promise.all(Array.from({ length: 24 }, () => report()));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const { rows } = await app.database.query(
    'SELECT count(*)::integer AS calls, count(DISTINCT xmin::text)::integer AS commits FROM usage_batch WHERE organization_id = $1',
    [org.id],
  );
  expect(rows[0].calls).toBe(24 + 2);
  expect(rows[0].commits).toBeLessThan(24);
});
