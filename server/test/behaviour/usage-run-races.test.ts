import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdapterRegistry } from '../../src/marketplaces/index.ts';
import { verifyUsage } from '../../src/metering/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { type ChunkSettler, chunkSettler } from '../usage/chunks.ts';
import { usageOf } from '../usage.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let sale: Entitlements;
let usage: ReturnType<typeof usageOf>;
let settle: ChunkSettler;
let registry: AdapterRegistry;

beforeAll(async () => {
  app = await startTestApp({
    registry: (own) => {
      registry = own;
      return own;
    },
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  sale = entitlementsOf(app, org);
  usage = usageOf(app, org);
  settle = chunkSettler(app, registry, usage);
});

const dimensions = [
  { key: 'gpu', name: 'GPU', rate: 3 },
  { key: 'disk', name: 'Disk' },
];
const sold = async (partner: string, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index++)
    ids.push((await sale.accepted({ partner, info: { dimensions, currency: 'USD' } })).id);
  return ids;
};
/** Returns a call of ten groups, distributed over entitlements and two hours. */
const call = (ids: readonly string[], number: number) =>
  usage.report(
    Array.from({ length: 10 }, (_, index) => ({
      entitlementId: ids[(number + index) % ids.length] as string,
      at: new Date(Date.now() - (index % 2) * 3_600_000),
      records: { gpu: `${index}.3`, disk: '0.1' },
    })),
  );
const used = async () =>
  (await usage.ledger())
    .filter(({ type, dimension }) => type === 'USAGE' && dimension === 'gpu')
    .reduce((sum, { quantity }) => sum + Math.round(Number(quantity) * 10), 0);
/** Total quantity of a call, in tenths. */
const ofCall = 10 * 3 + 45 * 10;

test('an interrupted run has settled nothing of its chunk, which the next run settles once', async () => {
  const ids = await sold('MKA', 2);
  await call(ids, 0);
  await expect(settle({ failsAtTheEnd: true })).rejects.toThrow('broken off');
  expect(await usage.rowsOf('usage_batch', 'id', 'AND run_id IS NOT NULL')).toEqual([]);
  for (const table of ['usage_ledger', 'usage_line', 'usage_report', 'usage_balance', 'usage_daily'])
    expect(await usage.rowsOf(table, '1')).toEqual([]);
  await usage.run();
  expect(await used()).toBe(ofCall);
  expect(await usage.act(verifyUsage)).toEqual([]);
});

test('a run in many chunks makes one report and one line of an hour', async () => {
  const ids = await sold('MKB', 1);
  for (let number = 0; number < 5; number++) await call(ids, number);
  expect(await settle({ mostGroups: 10 })).toBe(5);
  expect(await used()).toBe(5 * ofCall);
  expect((await usage.reports()).map(({ group_count: groups }) => groups)).toEqual([25, 25]);
  expect((await usage.lines()).length).toBe(4);
  expect(await usage.act(verifyUsage)).toEqual([]);
});

test('sums of several statements are settled together: one entry for each dimension and hour', async () => {
  const ids = await sold('MKB', 1);
  for (let number = 0; number < 5; number++) await call(ids, number);
  expect(await settle({ mostGroups: 40, mostSummed: 20 })).toBe(5);
  expect(await used()).toBe(5 * ofCall);
  const entries = (await usage.ledger()).filter(
    ({ type, dimension }) => type === 'USAGE' && dimension === 'gpu',
  );
  // The last ten groups are a separate chunk.
  expect(entries.map(({ quantity }) => Number(quantity)).sort((a, b) => a - b)).toEqual([
    21.5, 26.5, 86, 106,
  ]);
  expect((await usage.reports()).map(({ group_count: groups }) => groups)).toEqual([25, 25]);
  expect(await usage.act(verifyUsage)).toEqual([]);
});

test.each([
  ['all at once', {}],
  ['a portion at a time', { mostKept: 1 }],
  ['a call at a time', { mostRead: 1 }],
  ['a portion of a call at a time', { mostKept: 1, mostRead: 1 }],
])('groups with many and with few quantities are merged by their keys, summed %s', async (_, chunk) => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  const info = { dimensions: keys.map((key) => ({ key, name: key, rate: 1 })), currency: 'USD' };
  const sales = [
    await sale.accepted({ partner: 'MKB', info }),
    await sale.accepted({ partner: 'MKB', info }),
  ];
  const at = new Date();
  const records = [
    Object.fromEntries(keys.map((key) => [key, '0.1'])),
    { f: '0.25', a: '1' },
    { e: '7' },
    Object.fromEntries(keys.slice(1).map((key) => [key, '100'])),
  ];
  for (const one of records)
    await usage.report(sales.map(({ id }) => ({ entitlementId: id, at, records: one })));
  expect(await settle(chunk)).toBe(records.length);
  const lines = await usage.lines();
  for (const { id } of sales)
    expect(
      Object.fromEntries(
        lines
          .filter(({ entitlement_id: of }) => of === id)
          .map(({ dimension, quantity }) => [dimension, quantity]),
      ),
    ).toEqual({ a: '1.1', b: '100.1', c: '100.1', d: '100.1', e: '107.1', f: '100.35' });
  expect((await usage.reports()).map(({ group_count: groups }) => groups)).toEqual([4, 4]);
  expect(await usage.act(verifyUsage)).toEqual([]);
});

test('entries of many entitlements are written in parts, in one transaction', async () => {
  const ids = await sold('MKB', 5);
  for (let number = 0; number < 2; number++) await call(ids, number);
  expect(await settle({ mostWritten: 2 })).toBe(2);
  expect(await used()).toBe(2 * ofCall);
  expect(new Set((await usage.reports()).map(({ entitlement_id: id }) => id))).toEqual(new Set(ids));
  for (const id of ids)
    expect((await sale.actions(id)).filter((action) => action === 'METER')).toEqual(['METER']);
  expect(await usage.act(verifyUsage)).toEqual([]);
  await call(ids, 2);
  await expect(settle({ mostWritten: 2, failsAtTheEnd: true })).rejects.toThrow('broken off');
  expect(await used()).toBe(2 * ofCall);
});

test('two simultaneous runs settle every call once, whatever they share', async () => {
  const ids = await sold('MKA', 3);
  for (let number = 0; number < 12; number++) await call(ids, number);
  const settled = await Promise.all([
    settle({ mostGroups: 20 }),
    settle({ mostGroups: 30 }),
    settle({ mostGroups: 10 }),
  ]);
  expect(settled.reduce((sum, count) => sum + count, 0)).toBe(12);
  expect(await used()).toBe(12 * ofCall);
  expect(await usage.act(verifyUsage)).toEqual([]);
});

test('a group that is deleted while a run begins is not settled, or the deletion is refused', async () => {
  const ids = await sold('MKB', 1);
  const batches = [await call(ids, 0), await call(ids, 1)];
  let takenBack = 0;
  const takeBack = (batchId: string) =>
    usage.act(async (scope) => {
      const [open] = await scope.query({
        name: 'test_lock_batch',
        text: 'SELECT id FROM usage_batch WHERE organization_id = $1 AND id = $2 AND run_id IS NULL FOR UPDATE',
        values: [org.id, batchId],
      });
      if (!open) return;
      await scope.query({
        name: 'test_delete_group',
        text: `UPDATE usage_group SET state = 'DELETED' WHERE organization_id = $1 AND batch_id = $2 AND ordinal = 9`,
        values: [org.id, batchId],
      });
      takenBack += 1;
    });
  await Promise.all([settle({}), ...batches.map(takeBack)]);
  await usage.run();
  expect(await used()).toBe(2 * ofCall - takenBack * 93);
  expect(await usage.act(verifyUsage)).toEqual([]);
});

test('changes that bypass the ledger are detected', async () => {
  const ids = await sold('MKB', 1);
  await call(ids, 0);
  await usage.run();
  const { query } = app.database;
  await query(
    `UPDATE usage_group SET quantities[1] = quantities[1] + 1 WHERE organization_id = $1 AND ordinal = 0`,
    [org.id],
  );
  await query(`UPDATE entitlement_term SET used_commit_amount = 1 WHERE organization_id = $1`, [org.id]);
  await query(`UPDATE usage_line SET quantity = quantity + 1 WHERE organization_id = $1`, [org.id]);
  const found = new Set((await usage.act(verifyUsage)).map(({ check }) => check));
  expect([...found].sort()).toEqual([
    'accepted lines are REPORTED, once each',
    'the amounts of terms equal the sums of the ledger',
    'the quantities of reports match their records',
  ]);
});
