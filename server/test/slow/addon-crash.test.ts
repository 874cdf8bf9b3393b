import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { createTestDatabase, startTestApp, type TestDatabase, type TestOrganization } from '../harness.ts';
import { cleanUp, waitFor } from '../process/program.ts';
import { type Gates, makeGatesAt, type PlaceOfGate, usagePlaces } from './usage/gates.ts';
import { type Programs, startPrograms } from './usage/programs.ts';

/** Points between two steps of charging an addon at a marketplace, at which the working process is killed. */
const places = {
  ...usagePlaces,
  'before the end of the job is kept': {
    on: `BEFORE UPDATE ON job FOR EACH ROW WHEN (NEW.kind = 'entitlements.chargeAddon' AND NEW.finished_at IS NOT NULL)`,
    number: 6,
    isOfAll: true,
  },
} as const satisfies Readonly<Record<string, PlaceOfGate>>;
type Crash = keyof typeof places;
const crashes = Object.keys(places) as Crash[];

let database: TestDatabase;
let org: TestOrganization;
let programs: Programs;
let gates: Gates<Crash>;
type SoldEntitlement = { id: string; externalID: string };
const sold: SoldEntitlement[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const seller = await startTestApp({ database });
  org = await seller.organization();
  const by = entitlementsOf(seller, org);
  for (const _ of crashes) sold.push(await sell(by));
  await seller.stop();
  gates = await makeGatesAt(database.connectionString, places);
  programs = await startPrograms(database, org);
}, 600_000);
afterAll(async () => {
  await programs?.stop();
  await gates?.end();
  await database?.drop();
  await cleanUp();
});

const sell = (by: Entitlements): Promise<SoldEntitlement> =>
  by.accepted({
    partner: 'MKA',
    info: { currency: 'USD', dimensions: [{ key: 'setup', name: 'Setup', rate: 2 }] },
  });

async function done(method: string, path: string, body?: object) {
  const reply = await programs.call(method, path, body ? { body } : {});
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}
const isAdvanced = async () =>
  (await done('GET', 'sandbox/clock')).advancingTo === undefined ? true : undefined;

test.each(crashes)('R45 an addon is charged at its marketplace once, after kill -9 %s', async (place) => {
  const { id, externalID } = sold[crashes.indexOf(place)] as SoldEntitlement;
  await gates.close(place, 'MKA');
  await done('POST', `entitlement/${id}/addon`, { id: 'setup', amount: 10 });
  await done('POST', 'sandbox/clock', { advance: 'PT2H' });
  await waitFor(async () => ((await gates.isReached()) ? true : undefined));
  await programs.kill('work');
  await gates.breakOff();
  await programs.endLeases();
  await programs.begin('work');
  await waitFor(isAdvanced);
  await done('POST', 'sandbox/clock', { advance: 'PT2H' });
  await waitFor(isAdvanced);
  await programs.quiet();
  const billed = await done('GET', `sandbox/usage?agreementId=${externalID}`);
  expect(billed).toMatchObject([{ dimension: 'setup', quantity: 5 }]);
  const { usageRecordGroups } = await done('GET', `usageRecordGroup?entitlementId=${id}`);
  expect(usageRecordGroups).toMatchObject([{ status: 'REPORTED', records: { setup: 5 } }]);
  expect((await done('GET', `entitlement/${id}`)).metaInfo.warningMessages ?? []).toEqual([]);
});
