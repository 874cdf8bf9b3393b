import { expect, test } from 'vitest';
import type { UsageCapabilities } from '../../marketplaces/index.ts';
import { type HourSearch, openHour } from './hours.ts';

const at = (hour: string) => new Date(`2026-03-10T${hour}:00Z`);
const usage = { lateMinutes: 120, finalMinutes: 60, contiguousIntervals: false } as UsageCapabilities;
const touching = { ...usage, contiguousIntervals: true };
const odd = { ...usage, lateMinutes: 119 };
const none = { taken: new Set<number>(), after: undefined, begin: at('01:00'), until: undefined };
const taken = (...hours: string[]) => ({ taken: new Set(hours.map((hour) => at(hour).getTime())) });

test.each<[string, string, Partial<HourSearch>, UsageCapabilities, string | undefined]>([
  ['its own hour while it is open', '10:00', {}, usage, '10:00'],
  ['the first open hour', '05:00', {}, usage, '10:00'],
  ['a whole hour, independent of the window', '05:00', {}, odd, '10:00'],
  ['the next hour if that one has a line', '05:00', taken('10:00'), usage, '11:00'],
  ['an hour after the last if intervals must touch', '05:00', { after: at('11:00') }, touching, '12:00'],
  ['no hour after the end and its window', '05:00', { until: at('09:30') }, usage, undefined],
  ['its own hour shortly after the end', '10:00', { until: at('11:00') }, usage, '10:00'],
  ['the last hour before the end', '11:00', { until: at('11:00') }, usage, '10:00'],
  ['the last free hour before the end', '11:00', { until: at('11:10'), ...taken('11:00') }, usage, '10:00'],
  [
    'no hour if all before the end have lines',
    '11:00',
    { until: at('11:00'), ...taken('10:00') },
    usage,
    undefined,
  ],
  ['no hour before its term', '11:00', { until: at('11:00'), begin: at('11:00') }, usage, undefined],
  [
    'no hour before the reported ones if intervals must touch',
    '11:00',
    { until: at('11:00') },
    touching,
    undefined,
  ],
])('usage goes to %s', (_, own, more, limits, expected) => {
  const found = openHour({ own: at(own), ...none, ...more }, limits, at('11:30'));
  expect(found?.toISOString()).toBe(expected && at(expected).toISOString());
});
