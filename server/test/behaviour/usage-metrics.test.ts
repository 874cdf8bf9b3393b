import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterRegistry } from '../../src/marketplaces/index.ts';
import { verifyUsage } from '../../src/metering/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { chunkSettler } from '../usage/chunks.ts';
import { usageOf } from '../usage.fixture.ts';

let app: TestApp;
let registry: AdapterRegistry;
let org: TestOrganization;
let sale: Entitlements;
let usage: ReturnType<typeof usageOf>;
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
});

const dimensions = [{ key: 'gpu', name: 'GPU', rate: 2 }];
const is = (name: string, value: string) => ({ name, operation: 'IS', value, valueType: 'STRING' });
const atLeast = (name: string, value: number) => ({ name, operation: 'GTE', value, valueType: 'FLOAT' });
/** Filters for records on Linux or macOS with at least two cores. */
const filterGroups = [
  { filters: [is('os', 'linux'), is('os', 'macos')] },
  { filters: [atLeast('cores', 2)] },
];
type Record = { os: string; cores: number; user?: string; quantity?: number };
const records: readonly Record[] = [
  { os: 'linux', cores: 4, user: 'ann', quantity: 0.1 },
  { os: 'linux', cores: 2, user: 'bob', quantity: 7.2 },
  { os: 'macos', cores: 8, user: 'ann', quantity: 3 },
  { os: 'linux', cores: 1, user: 'cid', quantity: 100 },
  { os: 'windows', cores: 8, user: 'dan', quantity: 100 },
  { os: 'linux', cores: 4, user: 'ann', quantity: 0.2 },
];
const metric = async (aggregationType: string, info: object = {}): Promise<string> =>
  (await sale.post('billableMetric', { name: `Of ${aggregationType}`, aggregationType, info })).id;
/** Returns usage of an entitlement by metrics, with each record in each metric. */
const groupOf = (keys: readonly string[], used: readonly Record[], timestamp?: string) => ({
  billableRecords: keys.flatMap((key) =>
    used.map(({ quantity, ...properties }) => ({ key, properties, quantity })),
  ),
  ...(timestamp ? { timestamp } : {}),
});
/** Maps usage by a metric to a dimension, at the price of the dimension. */
const mapTo = (keys: readonly string[]) =>
  sale.patch('usageMeteringConfigInfo', {
    partnerUsageMeteringConfigs: [
      {
        partner: 'MKB',
        enableDimensionMapping: true,
        dimensionMappingV2: Object.fromEntries(keys.map((key) => [key, [{ dimensionKey: 'gpu' }]])),
      },
    ],
  });
async function run(): Promise<void> {
  await sale.post('sandbox/clock', { advance: 'PT1H' });
  await app.drainJobs();
}
type AggregatedGroup = {
  [field: string]: unknown;
  key: string;
  groupBysExpression: string;
  quantity: number;
};
const reported = async (entitlementId: string) => {
  const { usageRecordReports } = await sale.get(`usageRecordReport?entitlementId=${entitlementId}`);
  return usageRecordReports.map(({ info }: { info: object }) => info) as {
    aggregatedBillableRecords: AggregatedGroup[];
    reportedRecords: object;
  }[];
};

const expected: [type: string, quantities: { [group: string]: number }][] = [
  ['COUNT', { 'os=linux': 3, 'os=macos': 1 }],
  ['UNIQUE_COUNT', { 'os=linux': 2, 'os=macos': 1 }],
  ['SUM', { 'os=linux': 7.5, 'os=macos': 3 }],
  ['MAX', { 'os=linux': 7.2, 'os=macos': 3 }],
  ['LAST', { 'os=linux': 0.2, 'os=macos': 3 }],
];

describe('usage by billable metrics', () => {
  test('is counted from the call to the report: groups of filters by AND, filters by OR, by property', async () => {
    const info = { filterGroups, groupBys: ['os'], propertyUniqueOn: 'user' };
    const keys = await Promise.all(expected.map(([type]) => metric(type, info)));
    await mapTo(keys);
    const { id } = await sale.accepted({ partner: 'MKB', info: { dimensions } });
    for (const part of [records.slice(0, 2), records.slice(2)])
      await sale.post(`entitlement/${id}/usageRecordGroup`, groupOf(keys, part));
    await run();
    const [shown, ...others] = await reported(id);
    expect(others).toEqual([]);
    for (const [index, [type, quantities]] of expected.entries()) {
      const own = shown?.aggregatedBillableRecords.filter(({ key }) => key === keys[index]) ?? [];
      expect(own).toMatchObject(
        Object.entries(quantities).map(([groupBysExpression, quantity]) => ({
          name: `Of ${type}`,
          billableMetricAggregationType: type,
          billableMetricInfo: info,
          groupBysExpression,
          quantity,
          amount: quantity * 2,
        })),
      );
      expect(own.map((one) => one.uniqueCountAggregationResult)).toEqual(
        type === 'UNIQUE_COUNT'
          ? [{ newItems: { ann: true, bob: true } }, { newItems: { ann: true } }]
          : [undefined, undefined],
      );
    }
    const sum = expected.flatMap(([, quantities]) => Object.values(quantities)).reduce((a, b) => a + b);
    expect(shown?.reportedRecords).toEqual({ gpu: Number(sum.toFixed(6)) });
    expect((await sale.terms(id))[0].reportedAmount).toBe(Number((sum * 2).toFixed(6)));
    expect(await usage.act(verifyUsage)).toEqual([]);
  });

  test('may have an empty records map, as generated clients send it, in each of the three operations', async () => {
    const key = await metric('COUNT');
    const { id } = await sale.accepted({ partner: 'MKB', info: { dimensions } });
    const group = { ...groupOf([key], records.slice(0, 1)), records: {} };
    const single = await sale.post(`entitlement/${id}/usageRecordGroup`, group);
    expect(single).toMatchObject({ status: 'CREATED', metaInfo: { billableRecords: [{ key }] } });
    const groups = [{ ...group, entitlementID: id }];
    await sale.post('batchValidateUsageRecordGroups', groups);
    const [one] = await sale.post('batchCreateUsageRecordGroups', groups);
    expect(one).toMatchObject({ status: 'CREATED', metaInfo: { billableRecords: [{ key }] } });
  });

  test('for an hour that is already settled counts by what it adds to that hour', async () => {
    const keys = await Promise.all(
      expected.map(([type]) => metric(type, { groupBys: ['os'], propertyUniqueOn: 'user' })),
    );
    await mapTo(keys);
    const { id } = await sale.accepted({ partner: 'MKB', info: { dimensions } });
    const { time } = await sale.get('sandbox/clock');
    const say = (used: Record) =>
      sale.post(`entitlement/${id}/usageRecordGroup`, groupOf(keys, [{ ...used, os: 'linux' }], time));
    const calls: Record[] = [
      { os: '', cores: 1, user: 'ann', quantity: 5 },
      { os: '', cores: 1, user: 'ann', quantity: 7 },
      { os: '', cores: 1, user: 'bob', quantity: 6 },
    ];
    for (const used of calls) {
      await say(used);
      await run();
    }
    const quantities = (await reported(id)).map(({ aggregatedBillableRecords: found }) =>
      keys.map((key) => found.find((one) => one.key === key)?.quantity),
    );
    // For COUNT, UNIQUE_COUNT, SUM, MAX and LAST.
    expect(quantities).toEqual([
      [1, 1, 5, 5, 5],
      [1, 0, 7, 2, 2],
      [1, 1, 6, 0, 0],
    ]);
    expect(await usage.act(verifyUsage)).toEqual([]);
  });

  test('is the same when a run is divided into chunks, except a LAST that falls: settled usage stays', async () => {
    const keys = await Promise.all(
      expected
        .filter(([type]) => type !== 'LAST')
        .map(([type]) => metric(type, { groupBys: ['os'], propertyUniqueOn: 'user' })),
    );
    await mapTo(keys);
    const ids = [];
    // Each call has one group. The last variant claims all calls and releases the calls beyond the read
    // limit.
    for (const chunks of [{ mostGroups: 100 }, { mostGroups: 1 }, { mostRead: 1 }]) {
      const { id } = await sale.accepted({ partner: 'MKB', info: { dimensions } });
      ids.push(id);
      for (const used of records)
        await sale.post(`entitlement/${id}/usageRecordGroup`, groupOf(keys, [used]));
      expect(await chunkSettler(app, registry, usage)(chunks)).toBe(records.length);
    }
    const [whole, cut, givenBack] = await Promise.all(ids.map(reported));
    const sorted = (infos: typeof whole) =>
      infos?.[0]?.aggregatedBillableRecords
        .map((one) => JSON.stringify([one.key, one.groupBysExpression, one.quantity, one.amount]))
        .sort();
    expect(cut).toHaveLength(1);
    expect(sorted(cut)).toEqual(sorted(whole));
    expect(sorted(givenBack)).toEqual(sorted(whole));
    expect(sorted(whole)?.length).toBeGreaterThan(10);
    expect(await usage.act(verifyUsage)).toEqual([]);
  });
});
