import { expect, test } from 'vitest';
import { answerOf, filled, nameOf, published106, unset } from './published-calls.ts';
import { createStrictReader, words } from './strict.ts';

const problemsOf = (type: string, value: unknown) => createStrictReader().read(type, value, 'it');

test('R6 a strict client has 106 operations and their response types', () => {
  expect(published106).toHaveLength(106);
  expect(published106.filter((call) => answerOf(call) === 'any').map(nameOf)).toEqual([]);
});

const entitlement = {
  id: 'ent_1',
  status: 'ACTIVE',
  startTime: '2031-01-15T10:20:00.000Z',
  endTime: null,
  info: { commitAmount: 10.5, annualizedAmount: null, commits: [{ quantity: 1, type: 'PER_USER' }] },
};

test('R6 a strict client accepts published records, additional fields, and null where it is published', () => {
  expect(
    problemsOf('[WorkloadEntitlement]', [entitlement, { ...entitlement, another: { word: 'ANY' } }]),
  ).toEqual([]);
});

test.each<[what: string, type: string, value: unknown, problem: string]>([
  [
    'an unpublished value',
    '[WorkloadEntitlement]',
    [{ status: 'ENDED' }],
    'it[].status: "ENDED" is no EntitlementStatus',
  ],
  [
    'null for an enumeration',
    'WorkloadEntitlement',
    { status: null },
    'it.status: null is no EntitlementStatus',
  ],
  ['null for a required time', 'WorkloadEntitlement', { startTime: null }, 'it.startTime: null is no time'],
  [
    'a date for a time',
    'WorkloadEntitlement',
    { endTime: '2031-01-15' },
    'it.endTime: "2031-01-15" is no time',
  ],
  [
    'a time for a day',
    'MkBPrivateOffer',
    { end: '2031-01-31T00:00:00Z' },
    'it.end: "2031-01-31T00:00:00Z" is no day',
  ],
  [
    'a day that does not exist',
    'WorkloadEntitlement',
    { endTime: '2031-13-15T00:00:00Z' },
    'it.endTime: "2031-13-15T00:00:00Z" is no time',
  ],
  [
    'a number in quotes',
    'WorkloadEntitlement',
    { info: { commitAmount: '1' } },
    'it.info.commitAmount: "1" is no number',
  ],
  ['a list for a record', 'WorkloadEntitlement', { info: [] }, 'it.info: [] is no EntitlementInfo'],
  ['a record for a list', '[WorkloadEntitlement]', {}, 'it: {} is no list'],
  ['a record for a text', 'string', {}, 'it: {} is no string'],
  ['a fraction for an integer', 'TrialConfig', { trialPeriod: 1.5 }, 'it.trialPeriod: 1.5 is no integer'],
  [
    'null in a map',
    'MeteringUsageRecordGroup',
    { records: { gpu: null } },
    'it.records{}: null is no number',
  ],
  [
    'a partner without usage',
    'MeteringUsageRecordGroup',
    { partner: 'MKE' },
    'it.partner: "MKE" is no MeteringUsageRecordGroup.partner',
  ],
])('R6 a strict client refuses %s', (_what, type, value, problem) => {
  expect(problemsOf(type, value)).toEqual([problem]);
});

test('R6 a strict client records the enumeration values that it has seen', () => {
  const reader = createStrictReader();
  reader.read('WorkloadEntitlement', { status: 'ACTIVE' }, 'it');
  expect([...(reader.seenWords.get('EntitlementStatus') ?? [])]).toEqual(['ACTIVE']);
  expect(words.EntitlementStatus).toContain('ACTIVE');
});

test('R6 unset fields of a body, also in nested records, are filled in as clients send them', () => {
  const body = { name: 'x', info: { currency: 'USD' } };
  const nulls = filled('WorkloadOffer', body, unset.nulls as () => unknown) as Record<string, unknown>;
  expect(nulls).toMatchObject({ name: 'x', status: null, info: { currency: 'USD', eulaType: null } });
  const empty = filled('CreateUsageRecordGroupParams', {}, unset['empty maps and lists'] as () => unknown);
  expect(empty).toMatchObject({ records: {} });
  expect(filled('WorkloadOffer', body, unset['no more'] as () => unknown)).toEqual(body);
});
