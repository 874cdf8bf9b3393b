import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageCallsOf } from '../usage-calls.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let usage: ReturnType<typeof usageCallsOf>;
let sold: { id: string; startTime: string };
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
  usage = usageCallsOf(app, org, by);
  sold = await usage.metered();
});
afterAll(() => app.stop());

type Group = { id: string; status: string; reason?: string; records: object };
const of = (records: object, more: object = {}) => ({ entitlementID: sold.id, records, ...more });
const statuses = ({ body }: { body: Group[] }) => body.map(({ status }) => status);
const pointers = ({ body }: { body: { errors: { pointer: string }[] } }) =>
  body.errors.map(({ pointer }) => pointer);
const lastBatch = async () => (await by.get('usageBatch?order=desc&limit=1'))[0];

describe('a batch', () => {
  test('has results in its order, and is one call with one event', async () => {
    const before = await usage.stored();
    const reply = await usage.batch(Array.from({ length: 1000 }, (_, n) => of({ gpu: n, disk: 1 })));
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.map(({ records }: Group) => records)).toEqual(
      Array.from({ length: 1000 }, (_, n) => ({ disk: 1, gpu: n })),
    );
    expect(reply.headers.get('x-invalid-count')).toBe('0');
    expect(await usage.stored()).toEqual({
      batches: (before?.batches ?? 0) + 1,
      groups: (before?.groups ?? 0) + 1000,
      keys: (before?.keys ?? 0) + 1000,
    });
    const batch = await lastBatch();
    expect(batch).toMatchObject({ size: 1000, invalid: 0 });
    const { rows } = await app.database.query('SELECT payload::text FROM event WHERE entity_id = $1', [
      batch.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.parse(rows[0].payload)).toMatchObject({ size: 1000, contentHash: batch.contentHash });
    expect(rows[0].payload).not.toContain('gpu');
  });

  test('stores rejected groups as INVALID with the reason, counts them, and raises one alert', async () => {
    const id = '00000000-0000-7000-8000-000000000001';
    const reply = await usage.batch([
      of({ gpu: 1 }),
      of({ cpu: 1 }, { id }),
      { entitlementID: 'ent_none', records: { gpu: 1 } },
      of({ gpu: 1 }, { timestamp: '2020-01-01' }),
    ]);
    expect(reply.status, reply.text).toBe(200);
    expect(statuses(reply)).toEqual(['CREATED', 'INVALID', 'INVALID', 'INVALID']);
    expect(reply.headers.get('x-invalid-count')).toBe('3');
    expect(reply.body[1].reason).toBe('/records/cpu: does not match a dimension of the entitlement');
    expect((await by.get(`usageRecordGroup/${id}`)).reason).toBe(reply.body[1].reason);
    const batch = await lastBatch();
    expect(batch).toMatchObject({ size: 4, invalid: 3 });
    expect(await by.actions(batch.id)).toEqual(['CREATE', 'ABNORMAL_ALERT']);
  });

  test.each<[string, (good: object) => unknown[], string]>([
    ['a negative number', (good) => [good, { ...good, records: { gpu: -1 } }], '/1/records/gpu'],
    ['a number in a text', (good) => [good, { ...good, records: { gpu: '1' } }], '/1/records/gpu'],
    ['no entitlement', (good) => [good, { ...good, entitlementID: undefined }], '/1/entitlementID'],
    ['no records', (good) => [good, { ...good, records: undefined }], '/1/records'],
    ['both forms', (good) => [good, { ...good, billableRecords: [{ key: 'a' }] }], '/1/billableRecords'],
    ['a time that is none', (good) => [good, { ...good, timestamp: 'noon' }], '/1/timestamp'],
    ['an identifier too long', (good) => [good, { ...good, id: 'x'.repeat(37) }], '/1/id'],
    ['an element that is none', (good) => [good, 1], '/1'],
    ['no element', () => [], ''],
    ['1,001 elements', (good) => Array.from({ length: 1001 }, () => good), ''],
  ])('of the wrong shape is refused as a whole: %s', async (_, make, pointer) => {
    const before = await usage.stored();
    const reply = await usage.batch(make(of({ gpu: 1 })) as object[]);
    expect(reply.status, reply.text).toBe(400);
    expect(pointers(reply)).toContain(pointer);
    expect(await usage.stored()).toEqual(before);
  });

  test('that is atomic is accepted as a whole, or refused', async () => {
    const before = await usage.stored();
    const refused = await usage.batch([of({ gpu: 1 }), of({ cpu: 1 })], '?atomic=true');
    expect(refused.status, refused.text).toBe(400);
    expect(pointers(refused)).toEqual(['/1/records/cpu']);
    const [{ id }] = (await usage.batch([of({ gpu: 1 })], '?atomic=true')).body;
    const conflict = await usage.batch([of({ gpu: 5 }), of({ gpu: 2 }, { id })], '?atomic=true');
    expect([conflict.status, conflict.body.code]).toEqual([409, 'usage_record_group_exists']);
    expect((await usage.stored())?.groups).toBe((before?.groups ?? 0) + 1);
  });

  test('ignores unknown fields of its elements, and names them on request', async () => {
    const body = [
      of({ gpu: 1 }, { colour: 'red', metaInfo: { SkipValidation: true, payAInvoiceID: 'in_1' } }),
    ];
    const reply = await usage.batch(body);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body[0].metaInfo).toEqual({ source: 'API', payAInvoiceID: 'in_1' });
    const strict = await usage.batch(body, '', { prefer: 'handling=strict' });
    expect(strict.status, strict.text).toBe(400);
    expect(pointers(strict)).toEqual(['/0/colour']);
  });
});

describe('validation', () => {
  test('reports every error, and writes nothing', async () => {
    const [{ id }] = (await usage.batch([of({ gpu: 1 })])).body;
    const before = await usage.stored();
    const fine = await usage.validate([of({ gpu: 1 }), of({ gpu: 1 }, { id })]);
    expect([fine.status, fine.body]).toEqual([200, 'All 2 usage record groups are valid.']);
    const wrong = await usage.validate([of({ cpu: 1, ram: 1 }), of({ gpu: 1 }), of({ gpu: 2 }, { id })]);
    expect(wrong.status).toBe(400);
    expect(pointers(wrong).sort()).toEqual(['/0/records/cpu', '/0/records/ram', '/2/id']);
    expect(await usage.stored()).toEqual(before);
  });
});

describe('an idempotency key', () => {
  const sent = (key: string, body: object[]) => usage.batch(body, '', { 'idempotency-key': key });

  test('gives groups without an id the same id in each repeat, and stores no response', async () => {
    const body = [of({ gpu: 7 }), of({ gpu: 8 })];
    const first = await sent('key-1', body);
    expect(first.status, first.text).toBe(200);
    const before = await usage.stored();
    const again = await sent('key-1', body);
    expect(again.text).toBe(first.text);
    expect(await usage.stored()).toEqual(before);
    const { rows } = await app.database.query(
      `SELECT response FROM idempotency_key WHERE organization_id = $1 AND key = 'key-1'`,
      [org.id],
    );
    expect(rows).toEqual([{ response: 'null' }]);
  });

  test('is permanently refused with different content', async () => {
    await sent('key-2', [of({ gpu: 1 })]);
    const before = await usage.stored();
    const other = await sent('key-2', [of({ gpu: 2 })]);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    await app.database.query(`DELETE FROM idempotency_key WHERE organization_id = $1`, [org.id]);
    const later = await sent('key-2', [of({ gpu: 1 }), of({ gpu: 3 })]);
    expect([later.status, later.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await usage.stored()).toEqual(before);
  });
});
