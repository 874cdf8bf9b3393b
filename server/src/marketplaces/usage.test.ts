import { describe, expect, test } from 'vitest';
import { alertTimeOf, deadlineOf, isInteger } from './usage.ts';

const utc = { hour: 6, zone: 'UTC' };
const west = { hour: 1, zone: 'America/Los_Angeles' };

describe('deadline for reporting the usage of an hour', () => {
  test.each([
    [
      'the late window counts from the start of the hour',
      1440,
      undefined,
      '2026-03-10T09',
      '2026-03-11T09:00',
    ],
    ['a late window of 1:59 hours', 119, undefined, '2026-03-10T09', '2026-03-10T10:59'],
    ['in the middle of a month, the late window decides', 1440, utc, '2026-03-10T09', '2026-03-11T09:00'],
    [
      'on the last day of a month, the deadline of the month decides',
      1440,
      utc,
      '2026-03-31T09',
      '2026-04-01T06:00',
    ],
    [
      'the deadline of the month covers the last hour of the year',
      1440,
      utc,
      '2026-12-31T23',
      '2027-01-01T06:00',
    ],
    [
      'the deadline of a month does not affect the first hours of the next',
      1440,
      utc,
      '2026-04-01T05',
      '2026-04-02T05:00',
    ],
    ['the deadline of February in a leap year', 1440, utc, '2028-02-29T23', '2028-03-01T06:00'],
    [
      'the deadline is in the time zone of the marketplace (winter)',
      1440,
      west,
      '2026-01-31T23',
      '2026-02-01T09:00',
    ],
    [
      'the deadline is in the time zone of the marketplace (summer)',
      1440,
      west,
      '2026-07-01T06',
      '2026-07-01T08:00',
    ],
    ['an hour belongs to the month of its local day', 1440, west, '2026-07-01T07', '2026-07-02T07:00'],
    ['the deadline on a day with a clock change', 1440, west, '2026-11-01T06', '2026-11-01T08:00'],
    [
      'a late window that ends before the deadline of the month decides',
      120,
      west,
      '2026-07-01T04',
      '2026-07-01T06:00',
    ],
  ])('%s', (_, lateMinutes, monthEnd, hour, expected) => {
    const usage = { lateMinutes, ...(monthEnd ? { monthEnd } : {}) };
    expect(deadlineOf(usage, new Date(`${hour}:00:00Z`)).toISOString()).toBe(`${expected}:00.000Z`);
  });

  test('the end of an agreement can move the deadline earlier, never later', () => {
    const hour = new Date('2026-03-10T09:00:00Z');
    const endedAt = (at: string) =>
      deadlineOf({ lateMinutes: 1440 }, hour, { at: new Date(at), finalMinutes: 60 }).toISOString();
    expect(endedAt('2026-03-10T09:30:00Z')).toBe('2026-03-10T10:30:00.000Z');
    expect(endedAt('2026-03-11T09:30:00Z')).toBe('2026-03-11T09:00:00.000Z');
  });
});

test('the alert is due after half of the remaining time until the cautious deadline', () => {
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
] as const)('with integers: %s, a quantity of type %s must be whole: %s', (integers, valueType, expected) => {
  expect(isInteger({ integers }, valueType)).toBe(expected);
});
