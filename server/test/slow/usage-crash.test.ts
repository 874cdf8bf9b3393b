import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type Caller, callerOf, readCredentials } from '../process/api.ts';
import {
  cleanUp,
  command,
  embeddedConnection,
  makeFolder,
  type Program,
  postmasterOf,
  start,
  waitFor,
} from '../process/program.ts';
import { countOf, seededChance } from './seeded.ts';
import { addUnits, expectBillsOf, type Sums, sayingsOfHeld } from './usage/bills.ts';
import {
  type Answers,
  createCalls,
  repeatUnanswered,
  report,
  type ServerAddresses,
} from './usage/callers.ts';
import { allPlaces, makeGates, type Place } from './usage/gates.ts';

const rounds = countOf('USAGE_CRASH_ROUNDS', 2);
const callers = countOf('USAGE_CRASH_CALLERS', 16);
const chance = seededChance('usage-crash');
const partners = ['MKA', 'MKB', 'MKC', 'MKD', 'MKE'];
const dimensions = [
  { key: 'gpu', name: 'GPU', rate: 2 },
  { key: 'disk', name: 'Disk', rate: 0.5 },
];

afterAll(cleanUp);

/**
 * The processes of a round: one with the database, one that only serves requests, and one that only runs
 * jobs.
 */
type CrashRound = {
  dataDir: string;
  programs: Program[];
  caller: Caller;
  doors: ServerAddresses;
  database: pg.Pool;
};

async function run(dataDir: string): Promise<CrashRound> {
  const whole = start({ DATA_DIR: dataDir });
  const address = await whole.address();
  const database = new pg.Pool({ connectionString: embeddedConnection(dataDir), max: 2 });
  database.on('error', () => {});
  // Releases the jobs of killed processes, to avoid a minute of waiting.
  await database.query('UPDATE job SET lease_until = now() WHERE lease_until > now()');
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: embeddedConnection(dataDir),
    MASTER_KEY: readFileSync(path.join(dataDir, 'master.key'), 'utf8').trim(),
    BASE_URL: address,
  };
  const serving = start(environment, { arguments: ['serve'] });
  const working = start(environment, { arguments: ['work'] });
  const served = String((await serving.logged('ready')).address);
  await working.logged('ready');
  const credentials = readCredentials(dataDir);
  const caller = await callerOf(address, credentials);
  const doors = { addresses: [address, served], orgId: credentials.orgId, token: caller.token };
  return { dataDir, programs: [whole, serving, working], caller, doors, database };
}

/**
 * Creates two entitlements of each marketplace. MKD has no private offers, and its orders have no prices
 * here.
 */
async function sell({ caller, database, doors }: CrashRound): Promise<string[]> {
  const ids: string[] = [];
  // Names must differ, because equal offers that are created simultaneously are one offer.
  const sold = async (partner: string, name: string) => {
    if (partner === 'MKD') {
      const { body } = await caller.post('/sandbox/order', { partner });
      const find = async () => (await caller.get(`/entitlement?externalId=${body.externalID}`)).body[0];
      return waitFor(find);
    }
    const info = { dimensions, currency: 'USD', mkCDuration: 24 };
    const { body } = await caller.post('/offer', { name, partner, info });
    await caller.offerWith('PENDING_ACCEPTANCE', body.id);
    await caller.post(`/sandbox/offer/${body.id}/accept`);
    return caller.entitlementOf(body.id);
  };
  for (const partner of partners)
    for (let n = 0; n < 2; n++) ids.push((await sold(partner, `${partner} ${n}`)).id);
  const shown = JSON.stringify({ dimensions });
  await database.query(
    `UPDATE entitlement SET info = info || $2::jsonb WHERE organization_id = $1 AND partner = 'MKD'`,
    [doors.orgId, shown],
  );
  await database.query(
    `UPDATE entitlement_term t SET entitlement_info = t.entitlement_info || $2::jsonb FROM entitlement e
     WHERE t.organization_id = $1 AND e.organization_id = $1 AND e.id = t.entitlement_id AND e.partner = 'MKD'`,
    [doors.orgId, shown],
  );
  return ids;
}

/** Resolves held usage as an operator does, and advances by an hour. */
async function nextHour({ caller, database, doors }: CrashRound): Promise<void> {
  for (const { path: where, body } of await sayingsOfHeld(database.query.bind(database), doors.orgId))
    await caller.post(`/${where}`, body);
  await caller.post('/sandbox/clock', { advance: 'PT1H' });
  await waitFor(async () =>
    (await caller.get('/sandbox/clock')).body.advancingTo === undefined ? true : undefined,
  );
}

async function passHours(running: CrashRound, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    await nextHour(running).catch(() => undefined);
    await delay(50);
  }
}

const ways = ['programs', 'programs, then database', 'database, then programs', 'one, then all'] as const;

/** Kills the running process at a point between two steps. */
async function crash({ dataDir, programs, database }: CrashRound, place: Place): Promise<string> {
  const gates = await makeGates(embeddedConnection(dataDir));
  const partner = chance.pick(partners);
  await gates.close(place, partner);
  const reached = await waitFor(async () => ((await gates.isReached()) ? true : undefined), 20_000).catch(
    () => false,
  );
  const way = chance.pick(ways);
  const killPrograms = () => Promise.all(programs.map((program) => program.kill()));
  const killDatabase = () => process.kill(postmasterOf(dataDir) as number, 'SIGKILL');
  if (way === 'database, then programs') {
    killDatabase();
    await delay(200);
  }
  if (way === 'one, then all') {
    await chance.pick(programs).kill();
    await gates.open();
    await delay(500);
  }
  await killPrograms();
  if (way === 'programs') await (chance.below(2) === 0 ? gates.open() : gates.breakOff());
  if (way === 'programs, then database') killDatabase();
  await gates.end().catch(() => undefined);
  await database.end();
  return `${way}, ${reached ? '' : 'not '}${place} (${partner})`;
}

/** Requires that all acknowledged usage exists once with its content, and no other usage. */
async function expectAllThere(query: pg.Pool['query'], { acknowledged }: Answers): Promise<void> {
  const { rows } = await query(
    `SELECT g.id, g.entitlement_id, g.keys, g.quantities::float8[] AS quantities, k.batch_id FROM usage_group g
     LEFT JOIN usage_key k ON k.organization_id = g.organization_id AND k.id = g.id AND k.batch_id = g.batch_id
       AND k.ordinal = g.ordinal`,
  );
  expect(rows.length).toBe(acknowledged.size);
  for (const row of rows) {
    const records = Object.fromEntries(row.keys.map((key: string, n: number) => [key, row.quantities[n]]));
    expect({ id: row.id, entitlementID: row.entitlement_id, records }).toEqual(acknowledged.get(row.id));
    expect(row.batch_id, row.id).not.toBeNull();
  }
  const { rows: counted } = await query('SELECT count(*)::int AS keys FROM usage_key');
  expect(counted).toEqual([{ keys: acknowledged.size }]);
}

test(`R60 no acknowledged usage is lost or billed twice by ${rounds} crashes under ${callers} callers`, async () => {
  const dataDir = await makeFolder();
  const answers: Answers = { acknowledged: new Map(), unanswered: new Set(), answered: [] };
  let running = await run(dataDir);
  const next = createCalls(chance, await sell(running));
  const firstPlace = chance.below(allPlaces.length);
  for (let round = 0; round < rounds; round++) {
    const started = Date.now();
    const repeated = await repeatUnanswered(running.doors, answers);
    let isUp = true;
    const reporting = report(running.doors, callers, answers, { chance, next });
    const passing = passHours(running, () => isUp);
    reporting.catch(() => {});
    const enough = answers.answered.length + 1 + chance.below(20);
    await waitFor(() => (answers.answered.length >= enough ? true : undefined));
    const how = await crash(running, allPlaces[(firstPlace + round) % allPlaces.length] as Place);
    isUp = false;
    await Promise.all([reporting, passing]);
    console.log(
      `round ${round}: ${repeated} repeated; ${answers.acknowledged.size} groups acknowledged, ${answers.unanswered.size} calls not ` +
        `answered; killed ${how}; ${Date.now() - started} ms`,
    );
    running = await run(dataDir);
  }
  await repeatUnanswered(running.doors, answers);
  const query = running.database.query.bind(running.database) as pg.Pool['query'];
  const open = async () =>
    (
      await query(
        `SELECT b.id, 'CALL' AS state FROM usage_batch b WHERE b.run_id IS NULL
         UNION ALL SELECT l.id, l.partner || ' ' || l.state FROM usage_line l WHERE l.state <> 'ACCEPTED'`,
      )
    ).rows;
  for (let hour = 0; hour < 30 && (await open()).length > 0; hour++) await nextHour(running);
  expect(await open()).toEqual([]);
  await expectAllThere(query, answers);
  const reported: Sums = new Map();
  for (const { entitlementID, records } of answers.acknowledged.values())
    addUnits(reported, entitlementID, records);
  await expectBillsOf(query, running.doors.orgId, reported);
  await running.database.end();
  for (const program of running.programs.reverse())
    expect(await program.terminate()).toEqual({ code: 0, signal: null });
  const verified = await command({ DATA_DIR: dataDir }, 'usage', 'verify');
  expect([verified.code, verified.stdout()]).toEqual([0, `${running.doors.orgId}: no differences\n`]);
});
