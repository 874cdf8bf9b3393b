import { expect, test } from 'vitest';
import type { UsageCapabilities } from '../../marketplaces/index.ts';
import { openHour } from './hours.ts';

const at = (hour: string) => new Date(`2026-03-10T${hour}:00Z`);
const usage = { lateMinutes: 120, finalMinutes: 60, contiguousIntervals: false } as UsageCapabilities;
const touching = { ...usage, contiguousIntervals: true };
const none = { taken: new Set<number>(), after: undefined, until: undefined };

test.each<[string, string, Partial<Parameters<typeof openHour>[3]>, UsageCapabilities, string | undefined]>([
  ['its own, while it is open', '10:00', {}, usage, '10:00'],
  ['the first that is open', '05:00', {}, usage, '10:00'],
  ['the next, where that has a line', '05:00', { taken: new Set([at('10:00').getTime()]) }, usage, '11:00'],
  ['one after the last, where intervals touch', '05:00', { after: at('11:00') }, touching, '12:00'],
  ['none after the end', '05:00', { until: at('09:30') }, usage, undefined],
  ['its own, shortly after the end', '10:00', { until: at('11:00') }, usage, '10:00'],
])('usage goes to %s', (_, own, more, limits, expected) => {
  const found = openHour(at(own), limits, at('11:30'), { ...none, ...more });
  expect(found?.toISOString()).toBe(expected && at(expected).toISOString());
});
