import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type Caller, callerOf, readCredentials } from '../process/api.ts';
import {
  cleanUp,
  embeddedConnection,
  makeFolder,
  type Program,
  postmasterOf,
  start,
  waitFor,
} from '../process/program.ts';
import { expectInvariants, openJobs } from './invariants.ts';
import { countOf, seededChance } from './seeded.ts';

const rounds = countOf('CRASH_ROUNDS', 2);
const chance = seededChance('crash');
const clients = 8;
const partners = ['MKA', 'MKB', 'MKC', 'MKE', 'MKF'];

afterAll(cleanUp);

/** The responses to the clients by body, and the bodies without a response. */
type ResponseLog = { answers: Map<string, { id: string; text: string }>; unanswered: Set<string> };

const bodyOf = (name: string) => ({
  name,
  partner: partners[name.length % partners.length],
  info: { mkCDuration: 12 },
});

/** Creates offers from several clients until the service has stopped. */
async function load(caller: Caller, round: number, sent: ResponseLog): Promise<void> {
  const client = async (number: number) => {
    for (let count = 0; ; count++) {
      const name = `round ${round} client ${number} offer ${'i'.repeat(count % 5)}${count}`;
      sent.unanswered.add(name);
      const reply = await caller.post('/offer', bodyOf(name)).catch(() => undefined);
      if (!reply) return;
      if (reply.status === 503) {
        await delay(20);
        continue;
      }
      expect(reply.status, reply.text).toBe(200);
      sent.answers.set(name, { id: reply.body.id, text: reply.text });
      sent.unanswered.delete(name);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
}

type CrashOrder = 'program' | 'program, then database' | 'database, then program' | 'database and program';

async function crash(way: CrashOrder, program: Program, dataDir: string): Promise<void> {
  const postmaster = postmasterOf(dataDir) as number;
  const killDatabase = () => process.kill(postmaster, 'SIGKILL');
  if (way === 'database, then program') {
    killDatabase();
    await delay(300);
  }
  if (way === 'database and program') killDatabase();
  await program.kill();
  if (way === 'program, then database') killDatabase();
}

async function retryUnanswered(caller: Caller, sent: ResponseLog): Promise<void> {
  for (const name of sent.unanswered) {
    const first = await caller.post('/offer', bodyOf(name));
    expect(first.status, first.text).toBe(200);
    expect((await caller.post('/offer', bodyOf(name))).text).toBe(first.text);
    sent.answers.set(name, { id: first.body.id, text: first.text });
  }
  sent.unanswered.clear();
}

/** Requires that all acknowledged offers exist once with their event, and no other offers. */
async function expectAllThere(database: pg.Pool, sent: ResponseLog): Promise<void> {
  const { rows } = await database.query(
    `SELECT o.name, o.id, e.payload::text AS text FROM offer o JOIN event e
       ON e.organization_id = o.organization_id AND e.entity_id = o.id AND e.sequence = 1 AND e.action = 'CREATE'`,
  );
  expect(rows.length).toBe(sent.answers.size);
  for (const { name, id, text } of rows) expect({ id, text }).toEqual(sent.answers.get(name));
  const { rows: counted } = await database.query('SELECT count(*)::int AS offers FROM offer');
  expect(counted).toEqual([{ offers: sent.answers.size }]);
}

test(`R20 every acknowledged offer survives ${rounds} crashes under load, exists once, and is published`, async () => {
  const dataDir = await makeFolder();
  const sent: ResponseLog = { answers: new Map(), unanswered: new Set() };
  for (let round = 0; round < rounds; round++) {
    const program = start({ DATA_DIR: dataDir });
    const caller = await callerOf(await program.address(), readCredentials(dataDir));
    await retryUnanswered(caller, sent);
    const way = chance.pick<CrashOrder>([
      'program',
      'program',
      'program, then database',
      'database, then program',
      'database and program',
    ]);
    const working = load(caller, round, sent);
    working.catch(() => {});
    const enough = sent.answers.size + 1 + chance.below(40);
    await waitFor(() => (sent.answers.size >= enough ? true : undefined));
    await crash(way, program, dataDir);
    await working;
    console.log(`round ${round}: killed ${way}; ${sent.answers.size} answered, ${sent.unanswered.size} not`);
  }
  const program = start({ DATA_DIR: dataDir });
  const caller = await callerOf(await program.address(), readCredentials(dataDir));
  await retryUnanswered(caller, sent);
  const database = new pg.Pool({ connectionString: embeddedConnection(dataDir), max: 1 });
  database.on('error', () => {});
  await expectAllThere(database, sent);
  // Ends the leases of killed processes, to avoid a minute of waiting.
  await database.query('UPDATE job SET lease_until = now() WHERE lease_until > now()');
  await waitFor(
    async () => ((await openJobs(database.query.bind(database))).length === 0 ? true : undefined),
    240_000,
  );
  const { rows } = await database.query(`SELECT status, count(*)::int FROM offer GROUP BY status`);
  expect(rows).toEqual([{ status: 'PENDING_ACCEPTANCE', count: sent.answers.size }]);
  await expectInvariants(database.query.bind(database) as typeof database.query);
  await database.end();
  expect(await program.terminate()).toEqual({ code: 0, signal: null });
});
