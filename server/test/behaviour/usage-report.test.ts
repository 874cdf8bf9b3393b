import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageCallsOf } from '../usage-calls.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let usage: ReturnType<typeof usageCallsOf>;
let sold: { id: string; buyerID: string; startTime: string };
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
  usage = usageCallsOf(app, org, by);
  sold = await usage.metered();
});
afterAll(() => app.stop());

const errorsOf = ({ body }: { body: { errors?: { pointer: string }[] } }) =>
  (body.errors ?? []).map(({ pointer }) => pointer);

describe('a record group', () => {
  test('is returned as it was stored, and read back the same', async () => {
    const timestamp = new Date().toISOString();
    const reply = await usage.report(sold.id, {
      timestamp,
      records: { disk: 0.1, 'GPU hours': 3, in: 1e-7 },
    });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^urg_/),
      organizationID: org.id,
      entitlementID: sold.id,
      buyerID: sold.buyerID,
      records: { disk: 0.1, gpu: 3, in: 1e-7 },
      metaInfo: { source: 'API', timestamp },
      status: 'CREATED',
      reportedTime: null,
      creationTime: expect.any(String),
      lastUpdateTime: expect.any(String),
    });
    const read = await by.call('GET', `usageRecordGroup/${reply.body.id}`);
    expect(read.text).toBe(reply.text);
    expect(read.headers.get('etag')).toBe(reply.headers.get('etag'));
  });

  test('is an entry of its call, which has the submitted content, time and caller', async () => {
    const before = await by.get('usageBatch');
    const { body } = await usage.report(sold.id, { records: { gpu: 1 } });
    const batches = await by.get('usageBatch');
    expect(batches).toHaveLength(before.length + 1);
    const batch = batches.at(-1);
    expect(batch).toEqual({
      id: expect.stringMatching(/^ucl_/),
      organizationID: org.id,
      source: 'API',
      size: 1,
      invalid: 0,
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      requestID: expect.any(String),
      creationTime: body.creationTime,
      status: 'WAITING',
      createdBy: expect.objectContaining({ entityType: 'API_CLIENT' }),
    });
    expect(await by.get(`usageBatch/${batch.id}`)).toEqual(batch);
    expect(await by.actions(batch.id)).toEqual(['CREATE']);
  });

  test('has its settlement scheduled once an hour', async () => {
    await usage.report(sold.id, { records: { gpu: 1 } });
    await usage.report(sold.id, { records: { gpu: 1 } });
    const { rows } = await app.database.query(
      `SELECT payload FROM job WHERE organization_id = $1 AND kind = 'metering.run' AND finished_at IS NULL`,
      [org.id],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ payload }) => payload.hour)).size).toBe(rows.length);
  });
});

describe('an invalid record group is refused, and nothing is stored', () => {
  const later = (ms: number) => new Date(Date.now() + ms).toISOString();
  test.each<[string, object, string]>([
    ['no records', {}, '/records'],
    ['no entry', { records: {} }, '/records'],
    [
      'more than 100',
      { records: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`d${n}`, 1])) },
      '/records',
    ],
    ['both forms', { records: { gpu: 1 }, billableRecords: [{ key: 'a' }] }, '/billableRecords'],
    ['a negative number', { records: { gpu: -1 } }, '/records/gpu'],
    ['a number beyond 1e15', { records: { gpu: 1.1e15 } }, '/records/gpu'],
    ['a text for a number', { records: { gpu: '1' } }, '/records/gpu'],
    ['null', { records: { gpu: null } }, '/records/gpu'],
    ['an unknown dimension', { records: { cpu: 1 } }, '/records/cpu'],
    ['a name of two dimensions', { records: { Traffic: 1 } }, '/records/Traffic'],
    ['one dimension twice', { records: { gpu: 1, 'GPU hours': 2 } }, '/records/gpu'],
    ['an unknown metric', { billableRecords: [{ key: 'bmt_none', quantity: 1 }] }, '/billableRecords/0/key'],
    ['a time that is none', { records: { gpu: 1 }, timestamp: '2026-02-30T00:00:00Z' }, '/timestamp'],
    ['a time without an offset', { records: { gpu: 1 }, timestamp: '2026-02-03T00:00:00' }, '/timestamp'],
    ['a time that is far ahead', { records: { gpu: 1 }, timestamp: later(400_000) }, '/timestamp'],
    ['a time before its entitlement', { records: { gpu: 1 }, timestamp: '2020-01-01' }, '/timestamp'],
    ['another entitlement', { records: { gpu: 1 }, entitlementID: 'ent_other' }, '/entitlementID'],
    ['another organization', { records: { gpu: 1 }, organizationID: 'org_other' }, '/organizationID'],
    ['an identifier too long', { id: 'x'.repeat(37), records: { gpu: 1 } }, '/id'],
  ])('%s', async (_, body, pointer) => {
    const before = await usage.stored();
    const reply = await usage.report(sold.id, body);
    expect(reply.status, reply.text).toBe(400);
    expect(errorsOf(reply)).toContain(pointer);
    expect(await usage.stored()).toEqual(before);
  });

  test('a number with more digits than the service stores', async () => {
    const reply = await fetch(`${app.url}/org/${org.id}/entitlement/${sold.id}/usageRecordGroup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.token}`, 'content-type': 'application/json' },
      body: '{"records": {"gpu": 0.12345678901234567891}}',
    });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('/records/gpu');
  });

  test('an unknown entitlement, or one of another organization', async () => {
    const other = await app.organization();
    for (const [token, orgId] of [
      [org.token, org.id],
      [other.token, other.id],
    ]) {
      const id = orgId === org.id ? 'ent_none' : sold.id;
      const reply = await app.request('POST', `/org/${orgId}/entitlement/${id}/usageRecordGroup`, {
        token: token as string,
        body: { records: { gpu: 1 } },
      });
      expect([reply.status, reply.body.code]).toEqual([404, 'entitlement_not_found']);
    }
  });
});
