import { Decimal } from 'decimal.js';
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
import { allPlaces, type Gates, makeGates, type Place } from './usage/gates.ts';
import { type Programs, startPrograms } from './usage/programs.ts';

/** How much of it: 20 of each marketplace and 300 hours once before a release. */
const perMarketplace = countOf('USAGE_ENTITLEMENTS', 4);
const hours = countOf('USAGE_HOURS', 60);
const chance = seededChance('usage-year');
const hourMs = 3_600_000;
const minuteMs = 60_000;
const partners = ['MKA', 'MKB', 'MKC', 'MKD', 'MKE'] as const;
const dimensions = [
  { key: 'gpu', name: 'GPU', rate: 2 },
  { key: 'disk', name: 'Disk', rate: 0.5 },
];
const faults = ['LOSE_ANSWER', 'LOSE_CALL', 'RATE_LIMIT', 'SKIP_USAGE', 'REJECT_USAGE'];
/** One in so many calls to a marketplace meets a fault, and one in so many hours a kill at each place. */
const oneIn = 20;

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

/** What was sold: MKD has no private offers, and its orders name no prices here. */
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

/** Stops a process for good that stands at a place; of what it was doing the server finds out later, or nothing is left. */
async function killThere(place: Place, role: 'serve' | 'work'): Promise<void> {
  killed.set(place, (killed.get(place) ?? 0) + 1);
  await programs.kill(role);
  await (chance.below(2) === 0 ? gates.open() : gates.breakOff());
  await programs.endLeases();
  await programs.begin(role);
}

/** Lets the time come, unless it has: the hours of chance may follow each other. A process may be killed on the way. */
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

/** Reports as callers do that are not answered: they say it again, with the same identifiers or the same key. */
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

/** A person looks at the marketplace, and says of what is held whether it is there. */
async function resolveHeld(): Promise<number> {
  const { rows } = await database.query(
    `SELECT l.report_id, l.dimension, e.external_id, l.bucket_hour FROM usage_line l
     JOIN entitlement e ON e.organization_id = l.organization_id AND e.id = l.entitlement_id
     WHERE l.organization_id = $1 AND l.state = 'UNKNOWN' AND l.due_time IS NULL`,
    [org.id],
  );
  for (const row of rows) {
    const { rows: taken } = await database.query(
      'SELECT id FROM sandbox_usage WHERE agreement_id = $1 AND dimension = $2 AND hour = $3',
      [row.external_id, row.dimension, row.bucket_hour],
    );
    await ok('POST', `usageRecordReport/${row.report_id}/resolve`, {
      accepted: taken.length > 0,
      dimension: row.dimension,
    });
  }
  await programs.quiet();
  return rows.length;
}

const sums = async (text: string): Promise<Map<string, string>> => {
  const { rows } = await database.query(text, [org.id]);
  return new Map(rows.map(({ name, sum }) => [name, new Decimal(sum).toFixed()]));
};

/** What the marketplaces bill by their lines and in sum, and what the ledger has, of each dimension of an entitlement. */
async function settledSums() {
  const billed = (table: string) =>
    sums(
      `SELECT e.id || ' ' || u.dimension AS name, sum(u.quantity) AS sum FROM ${table} u
       JOIN entitlement e ON e.organization_id = u.organization_id AND e.external_id = u.agreement_id
       WHERE u.organization_id = $1 GROUP BY 1`,
    );
  const [bills, totals] = [await billed('sandbox_usage'), await billed('sandbox_usage_total')];
  const ledger = await sums(
    `SELECT entitlement_id || ' ' || dimension AS name, sum(quantity) AS sum FROM usage_ledger
     WHERE organization_id = $1 AND type = 'REPORTED' GROUP BY 1`,
  );
  const used = await sums(
    `SELECT entitlement_id || ' ' || dimension AS name, sum(quantity) AS sum FROM usage_ledger
     WHERE organization_id = $1 AND type = 'USAGE' GROUP BY 1`,
  );
  const carried = await sums(
    `SELECT t.entitlement_id || ' ' || b.dimension AS name, sum(b.carry) AS sum FROM usage_balance b
     JOIN entitlement_term t ON t.organization_id = b.organization_id AND t.id = b.entitlement_term_id
     WHERE b.organization_id = $1 GROUP BY 1`,
  );
  return { bills, totals, ledger, used, carried };
}

/** One hour of the year: what was used in it is reported, it ends, its run settles, and people look at what is held. */
async function live(time: number, number: number, reported: Map<string, Decimal>) {
  await advanceTo(new Date(time));
  let [struck, resolved] = [0, 0];
  for (const partner of partners)
    if (chance.below(oneIn) === 0) {
      struck++;
      await ok('POST', 'sandbox/fault', { partner, kind: chance.pick(faults), permanent: false });
    }
  const groups = sold.map(({ id }) => {
    const records = { gpu: chance.below(900) / 100, disk: 1 + chance.below(50) };
    for (const [key, quantity] of Object.entries(records)) {
      const name = `${id} ${key}`;
      reported.set(name, (reported.get(name) ?? new Decimal(0)).plus(quantity));
    }
    return { entitlementID: id, records };
  });
  // Each of them once, and then by chance.
  const place = allPlaces[number] ?? allPlaces.find(() => chance.below(oneIn) === 0);
  const isTaking = place === 'between key and data';
  await report(groups, number, isTaking ? place : undefined);
  const end = new Date(Math.floor(time / hourMs) * hourMs + hourMs + 20 * minuteMs);
  await advanceTo(end, isTaking ? undefined : place);
  // What is sent again may be lost again.
  for (let held = await resolveHeld(); held > 0; held = await resolveHeld()) {
    resolved += held;
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

test('a year of usage: what marketplaces bill is what the ledger has, and what was reported', async () => {
  const started = Date.now();
  // Of a full hour, so that what takes a moment ends in the same one.
  const start = Math.ceil((await now()).getTime() / hourMs) * hourMs;
  const times = Array.from(
    { length: hours },
    () => start + chance.below(8700) * hourMs + chance.below(40) * minuteMs,
  ).sort((a, b) => a - b);
  const reported = new Map<string, Decimal>();
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
  const { bills, totals, ledger, used, carried } = await settledSums();
  expect(open).toEqual([]);
  const { rows: missed } = await database.query(
    `SELECT entity_id FROM event WHERE organization_id = $1 AND payload::text LIKE '%was not taken in time%'`,
    [org.id],
  );
  expect(missed).toEqual([]);
  expect(sold.length * dimensions.length).toBe(bills.size);
  expect(totals).toEqual(bills);
  expect(bills).toEqual(ledger);
  for (const [name, quantity] of reported) {
    expect(used.get(name), name).toBe(quantity.toFixed());
    expect(new Decimal(bills.get(name) ?? 0).plus(carried.get(name) ?? 0).toFixed(), name).toBe(
      quantity.toFixed(),
    );
  }
  const environment = { DATABASE_URL: database.connectionString, MASTER_KEY: testMasterKey };
  const verified = await command(environment, 'usage', 'verify', '--org', org.id);
  expect([verified.code, verified.stdout()]).toEqual([0, `${org.id}: nothing is wrong\n`]);
}, 7_200_000);
