import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Finding } from '../../platform/errors.ts';
import { cleanBody } from '../../platform/records/json.ts';
import { NewUsageRecordGroup } from '../records.ts';
import { createPrinter, printNew } from './answer.ts';
import { contentHash } from './identity.ts';
import { dimensionsIn, type EntitlementFacts, judge } from './judge.ts';
import type { Sales } from './lookup.ts';
import { isPlainBatch, readGroup } from './shape.ts';
import type { StoredGroup } from './store.ts';

const now = new Date('2026-12-01T12:30:00Z');
const usage = {
  maximumBatch: 25,
  bucket: 'hour',
  integers: 'none',
  zeroAllowed: true,
  lateMinutes: 120,
  alertMinutes: 60,
  finalMinutes: 60,
  atomicBatches: false,
  contiguousIntervals: false,
  unknown: 'safe',
  heartbeat: false,
} as const;
const sold: EntitlementFacts = {
  id: 'ent_1',
  status: 'ACTIVE',
  partner: 'MKX',
  buyerId: null,
  startsAt: Date.parse('2026-11-01T00:00:00Z'),
  endsAt: undefined,
  usage,
  dimensions: dimensionsIn([
    [
      { key: 'gpu', name: 'GPU' },
      { key: 'in', name: 'Traffic' },
      { key: 'out', name: 'Traffic' },
      { key: 'a', name: 'gpu' },
    ],
    [
      { key: 'disk', name: 'GPU' },
      { key: 'tape', name: 'Tape' },
    ],
  ]),
};
const read = (group: NewUsageRecordGroup) => readGroup({ entitlementID: 'ent_1', ...group }, [], []);
const faultsOf = (group: NewUsageRecordGroup, more: Partial<EntitlementFacts> = {}) =>
  judge(read(group), { ...sold, ...more }, { metrics: new Set(['bmt_1']), now }).faults.map(({ field }) =>
    field.join('/'),
  );
const records = { gpu: 1 };

describe('a dimension', () => {
  test.each<[string, string | null | undefined]>([
    ['gpu', 'gpu'],
    ['GPU', 'gpu'],
    ['Traffic', null],
    ['in', 'in'],
    ['disk', 'disk'],
    ['Tape', 'tape'],
    ['none', undefined],
  ])(
    '%s is %s: keys take precedence over names, and the first list that contains it decides',
    (name, key) => {
      expect(sold.dimensions(name)).toBe(key);
    },
  );

  test('that is given twice, by key and by name, is rejected', () => {
    expect(faultsOf({ records: { gpu: 1, GPU: 2 } })).toEqual(['records/gpu']);
  });
});

describe('an empty map or list of records counts as absent', () => {
  const metered = [{ key: 'bmt_1', quantity: 1 }];
  const readingOf = (group: NewUsageRecordGroup) => {
    const findings: Finding[] = [];
    const { names, billable } = readGroup({ entitlementID: 'ent_1', ...group }, [3], findings);
    return [names, billable, findings.map(({ pointer, message }) => `${pointer} ${message}`)];
  };
  test.each<[string, NewUsageRecordGroup, unknown[]]>([
    ['beside usage by metric', { records: {}, billableRecords: metered }, [[], metered, []]],
    ['beside quantities', { records, billableRecords: [] }, [['gpu'], undefined, []]],
    [
      'in both fields',
      { records: {}, billableRecords: [] },
      [[], undefined, ['/3/records is required unless billableRecords is given']],
    ],
    [
      'but giving both is rejected',
      { records, billableRecords: metered },
      [['gpu'], metered, ['/3/billableRecords cannot be given together with records']],
    ],
  ])('%s', (_, group, reading) => {
    expect(readingOf(group)).toEqual(reading);
  });
});

describe('usage is validated', () => {
  test.each<[string, NewUsageRecordGroup, Partial<EntitlementFacts>, string[]]>([
    ['without a time', { records }, {}, []],
    ['5 minutes in the future', { records, timestamp: '2026-12-01T12:35:00Z' }, {}, []],
    ['further in the future', { records, timestamp: '2026-12-01T12:35:00.001Z' }, {}, ['timestamp']],
    ['in an hour that is still open', { records, timestamp: '2026-12-01T11:00:00Z' }, {}, []],
    ['in an hour that is closed', { records, timestamp: '2026-12-01T09:59:00Z' }, {}, ['timestamp']],
    ['before the start', { records }, { startsAt: now.getTime() + 1 }, ['timestamp']],
    ['at the start', { records }, { startsAt: now.getTime() }, []],
    ['at the end', { records }, { endsAt: now.getTime() }, ['timestamp']],
    [
      'of a sale whose usage is not reported',
      { records, timestamp: '2026-11-02T00:00:00Z' },
      { usage: undefined },
      [],
    ],
    ['of a marketplace that accepts no usage', { records }, { usage: null }, ['entitlementID']],
    ['of a suspended entitlement', { records }, { status: 'SUSPENDED' }, ['entitlementID']],
    ['of an entitlement that is about to end', { records }, { status: 'PENDING_CANCEL' }, []],
    [
      'of an ended entitlement, in time',
      { records, timestamp: '2026-12-01T11:50:00Z' },
      { status: 'CANCELLED', endsAt: Date.parse('2026-12-01T12:00:00Z') },
      [],
    ],
    [
      'of an ended entitlement, too late',
      { records, timestamp: '2026-12-01T11:10:00Z' },
      { status: 'CANCELLED', endsAt: Date.parse('2026-12-01T11:29:59Z') },
      ['entitlementID'],
    ],
    ['by metric', { billableRecords: [{ key: 'bmt_1', quantity: 1 }] }, {}, []],
    ['by an unknown metric', { billableRecords: [{ key: 'bmt_2' }] }, {}, ['billableRecords/0/key']],
  ])('%s', (_, group, more, faults) => {
    expect(faultsOf(group, more)).toEqual(faults);
  });
});

describe('R60 the content of a group', () => {
  const hash = (group: NewUsageRecordGroup) => contentHash(read(group));
  test.each<[string, NewUsageRecordGroup, NewUsageRecordGroup, boolean]>([
    ['the order of records', { records: { a: 1, b: 2 } }, { records: { b: 2, a: 1 } }, true],
    ['the zone of the time', at('2026-12-01T12:00:00Z'), at('2026-12-01T14:00:00+02:00'), true],
    ['an absent time', { records }, at('2026-12-01T12:00:00Z'), false],
    ['a number', { records: { gpu: 1 } }, { records: { gpu: 1.5 } }, false],
    ['minus zero', { records: { gpu: 0 } }, { records: { gpu: -0 } }, true],
    ['the identifier', { records, id: 'a' }, { records, id: 'b' }, true],
    ['metaInfo', { records }, { records, metaInfo: { payAInvoiceID: 'x' } }, true],
    ['the order of records by metric', by('a', 'b'), by('b', 'a'), true],
    ['metrics', by('a'), by('b'), false],
  ])('is compared with a difference in %s', (_, one, other, same) => {
    expect(hash(one) === hash(other)).toBe(same);
  });
  function at(timestamp: string): NewUsageRecordGroup {
    return { records, timestamp };
  }
  function by(...keys: string[]): NewUsageRecordGroup {
    return { billableRecords: keys.map((key) => ({ key, quantity: 1 })) };
  }
});

test('small numbers are written without an exponent', () => {
  expect(read({ records: { a: 1e-7, b: 0.1, c: 1e15, d: -0 } }).quantities).toEqual([
    '0.0000001',
    '0.1',
    '1000000000000000',
    '0',
  ]);
});

test('a body that passes the fast check is valid by the schema and unchanged by it', () => {
  const schema = z.array(NewUsageRecordGroup).min(1).max(1000);
  const odd = fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.constant({}), fc.constant([]));
  const group = fc.record(
    {
      id: fc.oneof(fc.uuid(), fc.string(), odd),
      entitlementID: fc.oneof(
        { arbitrary: fc.constant('ent_1'), weight: 9 },
        fc.string({ maxLength: 300 }),
        odd,
      ),
      timestamp: fc.oneof(
        { arbitrary: fc.constantFrom('2026-12-01T00:00:00Z', '2026-12-01'), weight: 9 },
        fc.constantFrom('2026-02-30', 'x'),
        odd,
      ),
      records: fc.oneof(
        fc.dictionary(fc.string({ maxLength: 210 }), fc.oneof(fc.double(), fc.integer(), odd), {
          maxKeys: 4,
        }),
        odd,
      ),
      metaInfo: odd,
    },
    { requiredKeys: [] },
  );
  const fine = fc.record({
    entitlementID: fc.constant('ent_1'),
    id: fc.uuid(),
    records: fc.dictionary(fc.string(), fc.double({ min: 0, max: 1e15, noNaN: true })),
  });
  let plain = 0;
  fc.assert(
    fc.property(fc.array(fc.oneof(fine, group, odd), { maxLength: 2 }), (body) => {
      if (!isPlainBatch(body)) return;
      plain++;
      expect(schema.safeParse(body).success).toBe(true);
      expect(cleanBody(schema, body)).toEqual({ value: body, unknown: [], unset: [], tooLong: [] });
    }),
    { numRuns: 5000 },
  );
  expect(plain).toBeGreaterThan(300);
});

describe('a new group', () => {
  const scope = { organizationId: 'org_1', now: new Date('2026-12-01T12:00:00Z') } as OrgScope;
  const sales = new Map([
    ['ent_1', { row: { buyer_id: 'byr_1', partner: 'MKA' } }],
    ['ent_2', { row: { buyer_id: null, partner: null } }],
  ]) as unknown as Sales;
  const group: StoredGroup = {
    ordinal: 0,
    id: 'a',
    content_hash: '',
    entitlement_id: 'ent_1',
    usage_time: '2026-12-01T11:00:00.000Z',
    time_given: true,
    keys: ['gpu', 'a "quoted" one'],
    quantities: ['1', '2.5'],
    billable_records: null,
    meta_info: null,
    state: null,
    reason: null,
  };
  test.each<[string, Partial<StoredGroup>]>([
    ['of several dimensions', {}],
    ['of an entitlement without a buyer', { entitlement_id: 'ent_2' }],
    ['of an unknown entitlement', { entitlement_id: 'ent_"3"' }],
    ['without a time', { time_given: false }],
    ['that is INVALID', { state: 'INVALID', reason: '/records/x: is no "dimension"' }],
    ['with records by metric', { keys: [], quantities: [], billable_records: '[{"key":"bmt_1"}]' }],
    ['with metaInfo', { meta_info: '{"payAInvoiceID":"x"}' }],
  ])('%s is encoded the same in a batch as alone', (_, more) => {
    const one = { ...group, ...more };
    const print = createPrinter(scope, 'API', sales);
    expect(print(group)).toBe(printNew(scope, group, 'API', sales));
    expect(print(one)).toBe(printNew(scope, one, 'API', sales));
    expect(JSON.parse(print(one)).id).toBe('a');
  });
});

test.each([
  ['2026-12-01T12:00:00.000Z', '2026-12-01T12:00:00.000Z'],
  ['2026-12-01T23:59:59.999Z', '2026-12-01T23:59:59.999Z'],
  ['2026-12-01t12:00:00.000z', '2026-12-01T12:00:00.000Z'],
  ['2026-12-01T12:00:00Z', '2026-12-01T12:00:00.000Z'],
  ['2026-12-01T14:00:00.123456+02:00', '2026-12-01T12:00:00.123Z'],
  ['2026-12-01', '2026-12-01T00:00:00.000Z'],
])('the time %s is stored as %s', (timestamp, kept) => {
  expect(read({ records: { gpu: 1 }, timestamp }).usageTime).toBe(kept);
});
