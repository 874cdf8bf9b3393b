import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import {
  createTestDatabase,
  startTestApp,
  type TestApp,
  type TestDatabase,
  type TestOrganization,
  testMasterKey,
} from '../harness.ts';
import { cleanUp, command, waitFor } from '../process/program.ts';
import { countOf, seededChance } from './seeded.ts';
import { addUnits, expectBillsOf, type Sums, sayingsOfHeld } from './usage/bills.ts';
import { allPlaces, type Gates, makeGates, type Place } from './usage/gates.ts';
import { type Programs, startPrograms } from './usage/programs.ts';

/** The amount of usage: 20 entitlements of each marketplace and 300 hours before a release. */
const perMarketplace = countOf('USAGE_ENTITLEMENTS', 1);
const hours = countOf('USAGE_HOURS', 12);
const chance = seededChance('usage-year');
const hourMs = 3_600_000;
const minuteMs = 60_000;
const partners = ['MKA', 'MKB', 'MKC', 'MKD', 'MKE'] as const;
const dimensions = [
  { key: 'gpu', name: 'GPU', rate: 2 },
  { key: 'disk', name: 'Disk', rate: 0.5 },
];
const faults = ['LOSE_ANSWER', 'LOSE_CALL', 'RATE_LIMIT', 'SKIP_USAGE', 'REJECT_USAGE'];
/**
 * One of this number of hours has a kill at each point, or a fault in one of 20 calls to each marketplace.
 */
const oneIn = { kill: 20, fault: 12 };

let database: TestDatabase;
let org: TestOrganization;
let programs: Programs;
let gates: Gates;
const sold: { id: string; externalID: string }[] = [];
const killed = new Map<Place, number>();
beforeAll(async () => {
  database = await createTestDatabase();
  const seller = await startTestApp({ database });
  org = await seller.organization();
  const sale = entitlementsOf(seller, org);
  for (const partner of partners)
    for (let n = 0; n < perMarketplace; n++) sold.push(await sell(seller, sale, partner));
  await seller.stop();
  gates = await makeGates(database.connectionString);
  programs = await startPrograms(database, org);
}, 600_000);
afterAll(async () => {
  await programs?.stop();
  await gates?.end();
  await cleanUp();
  await database?.drop();
});

/** Creates the sales. MKD has no private offers, and its orders have no prices here. */
async function sell(
  app: TestApp,
  sale: Entitlements,
  partner: string,
): Promise<{ id: string; externalID: string }> {
  if (partner !== 'MKD')
    return sale.accepted({ partner, info: { dimensions, currency: 'USD', mkCDuration: 24 } });
  const one = await sale.ordered(partner);
  const shown = JSON.stringify({ dimensions });
  await app.database.query(`UPDATE entitlement SET info = info || $2::jsonb WHERE id = $1`, [one.id, shown]);
  await app.database.query(
    `UPDATE entitlement_term SET entitlement_info = entitlement_info || $2::jsonb WHERE entitlement_id = $1`,
    [one.id, shown],
  );
  return one;
}

const ok = async (method: string, path: string, body?: unknown) => {
  const reply = await programs.call(method, path, body === undefined ? {} : { body });
  expect(reply.status, reply.text).toBe(200);
  return reply;
};
const now = async () => new Date((await ok('GET', 'sandbox/clock')).body.time);

/**
 * Stops a process permanently at a point. The server detects the end of the process later, or its connections
 * are closed.
 */
async function killThere(place: Place, role: 'serve' | 'work'): Promise<void> {
  killed.set(place, (killed.get(place) ?? 0) + 1);
  await programs.kill(role);
  await (chance.below(2) === 0 ? gates.open() : gates.breakOff());
  await programs.endLeases();
  await programs.begin(role);
}

/**
 * Advances to a time, if it is in the future, because random hours may be adjacent. A process may be killed
 * during the advance.
 */
async function advanceTo(to: Date, place?: Place): Promise<void> {
  if ((await now()) >= to) return;
  if (place) await gates.close(place, chance.pick(partners));
  await ok('POST', 'sandbox/clock', { to: to.toISOString() });
  if (place) {
    const met = await waitFor(async () =>
      (await gates.isReached()) ? 'reached' : (await programs.isQuiet()) ? 'passed' : undefined,
    );
    await (met === 'reached' ? killThere(place, 'work') : gates.open());
  }
  await programs.quiet();
  expect((await now()) >= to).toBe(true);
}

/** Reports usage. Without a response, the call is repeated with the same identifiers or the same key. */
async function report(groups: readonly object[], number: number, place: Place | undefined): Promise<void> {
  const isKeyed = number % 2 === 0;
  const body = isKeyed ? groups : groups.map((group, index) => ({ ...group, id: `h${number}-${index}` }));
  const headers = isKeyed ? { 'idempotency-key': `hour ${number}` } : {};
  const say = () => programs.call('POST', 'batchCreateUsageRecordGroups', { body, headers });
  if (place) {
    await gates.close(place, chance.pick(partners));
    const unanswered = say().catch(() => undefined);
    await waitFor(async () => ((await gates.isReached()) ? true : undefined));
    await killThere(place, 'serve');
    expect(await unanswered).toBe(undefined);
  }
  const reply = await say();
  expect(reply.status, reply.text).toBe(200);
  expect(reply.headers.get('x-invalid-count') ?? '0').toBe('0');
  expect((await say()).text).toBe(reply.text);
}

/** Resolves held usage as an operator does after reading the marketplace’s records. */
async function resolveHeld(): Promise<number> {
  const sayings = await sayingsOfHeld(database.query, org.id);
  for (const { path, body } of sayings) await ok('POST', path, body);
  await programs.quiet();
  return sayings.length;
}

const openLines = async (): Promise<number> =>
  (
    await database.query(
      `SELECT count(*)::int AS open FROM usage_line WHERE organization_id = $1 AND state IN ('WAITING', 'SENDING', 'UNKNOWN')`,
      [org.id],
    )
  ).rows[0].open;

/**
 * Runs one hour of the year: usage is reported, the hour ends, its run settles the usage, and held usage is
 * resolved.
 */
async function live(time: number, number: number, reported: Sums) {
  await advanceTo(new Date(time));
  let [struck, resolved] = [0, 0];
  for (const partner of partners)
    if (chance.below(oneIn.fault) === 0) {
      struck++;
      await ok('POST', 'sandbox/fault', { partner, kind: chance.pick(faults), permanent: false });
    }
  const groups = sold.map(({ id }) => {
    const records = { gpu: chance.below(900) / 100, disk: 1 + chance.below(50) };
    addUnits(reported, id, records);
    return { entitlementID: id, records };
  });
  // Each point once, then random points.
  const place =
    allPlaces.find((one) => !killed.has(one)) ?? allPlaces.find(() => chance.below(oneIn.kill) === 0);
  const isTaking = place === 'between key and data';
  await report(groups, number, isTaking ? place : undefined);
  // Random hours may be adjacent, so this hour may be later than planned.
  const hour = Math.floor((await now()).getTime() / hourMs) * hourMs;
  await advanceTo(new Date(hour + hourMs + 20 * minuteMs), isTaking ? undefined : place);
  // The loop continues while usage is unresolved, because repeated usage may be lost again.
  for (let look = 0; look < 60; look++) {
    resolved += await resolveHeld();
    if ((await openLines()) === 0) break;
    await advanceTo(new Date((await now()).getTime() + 2 * minuteMs));
  }
  return { struck, resolved };
}

async function countOfLines(): Promise<{ lines: number; tries: number; calls: number; open: string[] }> {
  const { rows } = await database.query(
    `SELECT count(*)::int AS lines, sum(attempts)::int AS tries, count(DISTINCT call_id)::int AS calls,
       array_agg(partner || ' ' || state) FILTER (WHERE state <> 'ACCEPTED') AS open
     FROM usage_line WHERE organization_id = $1`,
    [org.id],
  );
  return { ...rows[0], open: rows[0].open ?? [] };
}

test('a year of usage: the marketplaces’ bills equal the ledger and the reported usage', async () => {
  const started = Date.now();
  // Starts at a full hour, so that short work ends in the same hour.
  const start = Math.ceil((await now()).getTime() / hourMs) * hourMs;
  const times = Array.from(
    { length: hours },
    () => start + chance.below(8700) * hourMs + chance.below(40) * minuteMs,
  ).sort((a, b) => a - b);
  const reported: Sums = new Map();
  let [struck, resolved, number] = [0, 0, 0];
  for (const time of times) {
    const lived = await live(time, number++, reported);
    struck += lived.struck;
    resolved += lived.resolved;
    if (number % 10 === 0)
      console.log(`usage-year: ${number} hours after ${Math.round((Date.now() - started) / 1000)} s`);
  }
  await advanceTo(new Date(start + 8800 * hourMs));
  const { lines, tries, calls, open } = await countOfLines();
  const kills = [...killed.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `usage-year: ${sold.length} entitlements, ${hours} hours, ${lines} lines accepted with ${calls} calls (${tries} tries of a line), ` +
      `${struck} faults, ${resolved} lines resolved, ${kills} kills ${JSON.stringify([...killed])}, ` +
      `${Math.round((Date.now() - started) / 1000)} s`,
  );

  expect([...killed.keys()].sort()).toEqual([...allPlaces].sort());
  expect(open).toEqual([]);
  const { rows: missed } = await database.query(
    `SELECT entity_id FROM event WHERE organization_id = $1 AND payload::text LIKE '%was not accepted in time%'`,
    [org.id],
  );
  expect(missed).toEqual([]);
  expect(reported.size).toBe(sold.length * dimensions.length);
  await expectBillsOf(database.query, org.id, reported);
  const environment = { DATABASE_URL: database.connectionString, MASTER_KEY: testMasterKey };
  const verified = await command(environment, 'usage', 'verify', '--org', org.id);
  expect([verified.code, verified.stdout()]).toEqual([0, `${org.id}: no differences\n`]);
}, 7_200_000);
