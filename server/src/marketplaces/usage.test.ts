import { describe, expect, test } from 'vitest';
import { alertTimeOf, deadlineOf, isInteger } from './usage.ts';

const utc = { hour: 6, zone: 'UTC' };
const west = { hour: 1, zone: 'America/Los_Angeles' };

describe('the last moment at which usage of an hour is taken', () => {
  test.each([
    [
      'the late window counts from the beginning of the hour',
      1440,
      undefined,
      '2026-03-10T09',
      '2026-03-11T09:00',
    ],
    ['one of 1:59', 119, undefined, '2026-03-10T09', '2026-03-10T10:59'],
    ['the end of the month does not touch its middle', 1440, utc, '2026-03-10T09', '2026-03-11T09:00'],
    ['it comes first on the last day', 1440, utc, '2026-03-31T09', '2026-04-01T06:00'],
    ['and for the last hour', 1440, utc, '2026-12-31T23', '2027-01-01T06:00'],
    ['it does not touch the first hours of the next', 1440, utc, '2026-04-01T05', '2026-04-02T05:00'],
    ['that of February', 1440, utc, '2028-02-29T23', '2028-03-01T06:00'],
    ['a zone counts days for itself: winter', 1440, west, '2026-01-31T23', '2026-02-01T09:00'],
    ['summer', 1440, west, '2026-07-01T06', '2026-07-01T08:00'],
    ['in a zone the month may have begun later', 1440, west, '2026-07-01T07', '2026-07-02T07:00'],
    ['the clocks change on the first', 1440, west, '2026-11-01T06', '2026-11-01T08:00'],
    ['a short window ends before', 120, west, '2026-07-01T04', '2026-07-01T06:00'],
  ])('%s', (_, lateMinutes, monthEnd, hour, expected) => {
    const usage = { lateMinutes, ...(monthEnd ? { monthEnd } : {}) };
    expect(deadlineOf(usage, new Date(`${hour}:00:00Z`)).toISOString()).toBe(`${expected}:00.000Z`);
  });

  test('an agreement that ended brings it forward, never back', () => {
    const hour = new Date('2026-03-10T09:00:00Z');
    const endedAt = (at: string) =>
      deadlineOf({ lateMinutes: 1440 }, hour, { at: new Date(at), finalMinutes: 60 }).toISOString();
    expect(endedAt('2026-03-10T09:30:00Z')).toBe('2026-03-10T10:30:00.000Z');
    expect(endedAt('2026-03-11T09:30:00Z')).toBe('2026-03-11T09:00:00.000Z');
  });
});

test('people know at half of the time that is left, as a cautious reading has it', () => {
  const hour = new Date('2026-03-10T09:00:00Z');
  const known = (since: string) => alertTimeOf({ alertMinutes: 360 }, hour, new Date(since)).toISOString();
  expect(known('2026-03-10T10:00:00Z')).toBe('2026-03-10T12:30:00.000Z');
  expect(known('2026-03-10T20:00:00Z')).toBe('2026-03-10T20:00:00.000Z');
});

test.each([
  ['all', undefined, true],
  ['none', 'INT64', false],
  ['byValueType', 'INT64', true],
  ['byValueType', 'DOUBLE', false],
  ['byValueType', undefined, false],
] as const)('quantities are whole, %s of them, for the type %s: %s', (integers, valueType, expected) => {
  expect(isInteger({ integers }, valueType)).toBe(expected);
});
