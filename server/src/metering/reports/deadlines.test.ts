import { describe, expect, test } from 'vitest';
import type { UsageCapabilities } from '../../marketplaces/index.ts';
import { changeByTime, nextLook } from './deadlines.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const line = (more: object = {}) => ({
  entitlement_id: 'ent_1',
  state: 'UNKNOWN' as const,
  bucket_hour: at(0),
  creation_time: at(1),
  deadline: at(24),
  due_time: at(23),
  alerted_time: at(6),
  dimension: 'seats',
  quantity: '3',
  ...more,
});
const readable: UsageCapabilities = {
  maximumBatch: 25,
  bucket: 'hour',
  integers: 'all',
  zeroAllowed: true,
  lateMinutes: 24 * 60,
  alertMinutes: 6 * 60,
  finalMinutes: 60,
  atomicBatches: true,
  contiguousIntervals: false,
  unknown: 'safe',
  heartbeat: true,
};
const unreadable = { ...readable, unreadable: 'Look into its reports.' };

describe('usage with an unknown outcome', () => {
  test('is held at its deadline if the marketplace cannot be queried, with an alert that names where to look', () => {
    const change = changeByTime(line(), unreadable, new Date(at(24)));
    expect(change).toMatchObject({ due_time: null, alert: expect.stringContaining('resolve') });
    expect(change).not.toHaveProperty('state');
    expect(change?.alert).toContain(unreadable.unreadable);
    // Once the alert is raised, time alone changes nothing.
    const held = line({ due_time: null, alerted_time: at(24) });
    expect(changeByTime(held, unreadable, new Date(at(48)))).toBeUndefined();
    expect(nextLook([held], unreadable)).toBeUndefined();
  });

  test('is sent again until its deadline', () => {
    expect(changeByTime(line(), unreadable, new Date(at(23)))).toBeUndefined();
  });

  test('is looked up at any time if the marketplace can be queried', () => {
    expect(changeByTime(line(), readable, new Date(at(48)))).toBeUndefined();
  });

  test('is canceled if the quantity is zero', () => {
    expect(changeByTime(line({ quantity: '0' }), unreadable, new Date(at(24)))).toEqual({
      state: 'CANCELED',
      due_time: null,
    });
  });
});
