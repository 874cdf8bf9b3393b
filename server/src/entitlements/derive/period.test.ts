import { expect, test } from 'vitest';
import { deriveEntitlement } from './index.ts';
import { accepted, anOffer, ordered } from './input.fixture.ts';

const year = { key: 'y', rate: 1, length: 1, timeUnit: 'YEAR' };
const months = { key: 'm', rate: 1, length: 18, timeUnit: 'MONTH' };
const days = { key: 'd', rate: 1, length: 400, timeUnit: 'DAY' };
const until = (termEndTime: string) => ({ key: 'u', rate: 1, length: 0, timeUnit: 'MONTH', termEndTime });

test.each([
  {
    name: 'the offer’s end first',
    endTime: '2026-05-01',
    info: { mkAAgreementDuration: 'P1Y', commits: [year] },
    end: '2026-05-01',
  },
  {
    name: 'then the agreement’s duration',
    info: { mkAAgreementDuration: 'P6M', mkCDuration: 3, commits: [year] },
    end: '2026-07-01',
  },
  {
    name: 'then the length of a machine learning contract',
    info: { mkAMachineLearningContractDuration: 2, commits: [year] },
    end: '2026-03-01',
  },
  { name: 'then the duration in months', info: { mkCDuration: 3, commits: [year] }, end: '2026-04-01' },
  {
    name: 'an invalid duration is skipped',
    info: { mkAAgreementDuration: 'a year', mkCDuration: 0, commits: [year] },
    end: '2027-01-01',
  },
  {
    name: 'then the longest commit',
    info: { commits: [year, months, days, until('2030-01-01')] },
    end: '2027-07-01',
  },
  { name: 'a commit in days', info: { commits: [days] }, end: '2027-02-05' },
  {
    name: 'then the latest end of a commit',
    info: { commits: [until('2026-03-01'), until('2026-09-01'), until('soon')] },
    end: '2026-09-01',
  },
  {
    name: 'a length without a unit is ignored',
    info: { commits: [{ length: 5, termEndTime: '2026-09-01' }] },
    end: '2026-09-01',
  },
  { name: 'a length beyond the calendar is ignored', info: { mkCDuration: 9e15 }, end: null },
  { name: 'else open', info: {}, end: null },
])('R42 endTime: $name', ({ endTime, info, end }) => {
  const derived = deriveEntitlement(
    accepted(anOffer(info, { endTime }), { endTime: '2029-01-01T00:00:00Z' }),
  );
  expect(derived.endTime).toBe(end && `${end}T00:00:00.000Z`);
});

test('R42 an order without an offer ends at the marketplace’s end, else by its terms', () => {
  const terms = { commits: [year] };
  const shown = deriveEntitlement(ordered({ terms, endTime: '2026-02-01T00:00:00+01:00' }));
  expect(shown.endTime).toBe('2026-01-31T23:00:00.000Z');
  expect(deriveEntitlement(ordered({ terms })).endTime).toBe('2027-01-01T00:00:00.000Z');
});

test.each([
  {
    partner: 'MKA',
    start: '2026-01-31T10:20:30Z',
    info: { mkAAgreementDuration: 'P1M' },
    end: '2026-02-28T10:20:30.000Z',
  },
  {
    partner: 'MKC',
    start: '2026-01-31T00:00:00Z',
    info: { mkCDuration: 1 },
    end: '2026-02-28T00:00:00.000Z',
  },
  {
    partner: 'MKC',
    start: '2028-01-31T00:00:00Z',
    info: { mkCDuration: 1 },
    end: '2028-02-29T00:00:00.000Z',
  },
  {
    partner: 'MKC',
    start: '2026-01-31T00:00:00Z',
    info: { mkCDuration: 2 },
    end: '2026-03-31T00:00:00.000Z',
  },
  {
    partner: 'MKB',
    start: '2028-02-29T00:00:00Z',
    info: { commits: [year] },
    end: '2029-02-28T00:00:00.000Z',
  },
  {
    partner: 'MKA',
    start: '2024-02-29T00:00:00Z',
    info: { mkAAgreementDuration: 'P4Y' },
    end: '2028-02-29T00:00:00.000Z',
  },
  {
    partner: undefined,
    start: '2027-02-28T23:30:00-02:00',
    info: { mkCDuration: 1 },
    end: '2027-04-01T01:30:00.000Z',
  },
])(
  'R42 months are counted in UTC from the start: $start on $partner ends $end',
  ({ partner, start, info, end }) => {
    const derived = deriveEntitlement(accepted(anOffer(info, { partner }), { startTime: start }));
    expect(derived.endTime).toBe(end);
  },
);

test.each([
  { given: '2027-03-01T00:00:00+02:00', start: '2027-02-28T22:00:00.000Z' },
  { given: '2027-03-01', start: '2027-03-01T00:00:00.000Z' },
])(
  'R7 R22 the start is the agreement’s, even in the future, in UTC with milliseconds: $given',
  ({ given, start }) => {
    const derived = deriveEntitlement(accepted(anOffer({}), { startTime: given }));
    expect(derived.startTime).toBe(start);
  },
);

test('R42 usage without a commit has no end where agreements outlive their terms', () => {
  const endOf = (info: object, outlivesTerm: boolean) =>
    deriveEntitlement(accepted(anOffer({ mkCDuration: 3, ...info }), { outlivesTerm })).endTime?.slice(0, 10);
  expect(endOf({}, true)).toBeUndefined();
  expect(endOf({}, false)).toBe('2026-04-01');
  expect(endOf({ commits: [year] }, true)).toBe('2026-04-01');
});

test('R42 an agreement without a start is refused', () => {
  expect(() => deriveEntitlement(accepted(anOffer({}), { startTime: '' }))).toThrow(RangeError);
});
