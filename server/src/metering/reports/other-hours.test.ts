import { expect, test } from 'vitest';
import type { UsageCapabilities } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Line } from './line-store.ts';
import { chooseHours } from './other-hours.ts';

const at = (hour: string) => new Date(`2026-03-10T${hour}:00Z`);
const usage = { lateMinutes: 360, finalMinutes: 360, contiguousIntervals: false } as UsageCapabilities;
const refused = JSON.stringify({ kind: 'rejected', code: 'Closed', message: 'The hour is closed.' });

/** Finds the hour for which a line is sent again at 12:00, if the database has only this line. */
async function hourAgain(line: Partial<Line>, until: Date | undefined): Promise<string | undefined> {
  const scope = { now: at('12:00'), query: async () => [line] } as unknown as OrgTransaction;
  const terms = [{ id: 'ent_term', info: '{}', start_time: at('06:00').toISOString() }];
  const life = { until, terms } as Parameters<typeof chooseHours>[3];
  const [chosen] = await chooseHours(scope, [line as Line], usage, life);
  return chosen?.change?.bucket_hour?.toISOString().slice(11, 16);
}

test.each<[string, { own: string; verdict: string | null; until: string | undefined; expected: string }]>([
  [
    'refused for the last hour goes to the hour before',
    { own: '10:00', verdict: refused, until: '10:40', expected: '09:00' },
  ],
  [
    'refused for the last hour of an agreement that ended on the hour goes to the hour before',
    { own: '10:00', verdict: refused, until: '11:00', expected: '09:00' },
  ],
  [
    'refused for an hour before the last keeps its hour',
    { own: '09:00', verdict: refused, until: '10:40', expected: '09:00' },
  ],
  [
    'missed in the last hour keeps its hour',
    { own: '10:00', verdict: null, until: '10:40', expected: '10:00' },
  ],
  [
    'refused under an agreement without an end keeps its hour',
    { own: '10:00', verdict: refused, until: undefined, expected: '10:00' },
  ],
])('usage %s', async (_, { own, verdict, until, expected }) => {
  const line = {
    id: 'uln_1',
    entitlement_term_id: 'ent_term',
    dimension: 'gpu',
    bucket_hour: at(own).toISOString(),
    state: 'REJECTED' as const,
    verdict,
  };
  expect(await hourAgain(line, until === undefined ? undefined : at(until))).toBe(expected);
});
