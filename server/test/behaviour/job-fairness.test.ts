import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../src/platform/database/database.ts';
import { type ClaimedJob, claimJobs, requeueLeftBehind } from '../../src/platform/jobs/job-store.ts';
import type { AnyJobHandler } from '../../src/platform/jobs/queue.ts';
import { createWorker } from '../../src/platform/jobs/worker.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { claimAsBefore } from '../older-claim.ts';
import { afterOthers, countingRows } from '../rows-read.ts';

let app: TestApp;
let [one, two] = ['', ''];
beforeAll(async () => {
  app = await startTestApp();
  await app.database.query('ALTER TABLE job SET (autovacuum_enabled = false)');
  [one, two] = [(await app.organization()).id, (await app.organization()).id];
});
beforeEach(() => app.database.query('DELETE FROM job'));
afterAll(() => app.stop());

type JobOptions = {
  organization?: string;
  lane?: string;
  kind?: string;
  exclusive?: boolean;
  inSeconds?: number;
};

/** Inserts ready or scheduled jobs as a version without queue positions does. */
const put = (count: number, job: JobOptions = {}) =>
  app.database.query(
    `INSERT INTO job (organization_id, id, kind, lane, exclusive, payload, clock, due_at, ready_at, creation_time)
     SELECT $2, 'job_' || gen_random_uuid(), $4, coalesce($3, 'lane ' || gen_random_uuid()), $5, '{}', 'organization',
       now() + $6 * interval '1 second', now() + $6 * interval '1 second', now()
     FROM generate_series(1, $1)`,
    [
      count,
      job.organization ?? one,
      job.lane ?? null,
      job.kind ?? 'test.plain',
      job.exclusive ?? false,
      job.inSeconds ?? 0,
    ],
  );
const finish = (ids: readonly string[]) =>
  app.database.query('UPDATE job SET finished_at = now(), lease_until = NULL WHERE id = ANY ($1)', [ids]);
const kinds = ['test.plain', 'test.slow'];
const asked = (limit: number) => ({ kinds, limit, leaseMs: 600_000, leaseToken: randomUUID() });

/** Claims jobs like a worker loop, which claims again while jobs are only moved. */
async function claim(limit: number, database: Database = app.app.database): Promise<ClaimedJob[]> {
  for (let n = 0; n < 500; n++) {
    const { jobs, more } = await claimJobs(database, asked(limit));
    if (jobs.length > 0 || !more) return jobs;
  }
  throw new Error('claims move jobs for ever');
}
const owners = (jobs: readonly ClaimedJob[]) =>
  [one, two].map((id) => jobs.filter(({ organizationId }) => organizationId === id).length);
const ids = (jobs: readonly ClaimedJob[]) => jobs.map(({ id }) => id);

describe('slots', () => {
  test('are divided among the waiting organizations, however many jobs of one are ahead', async () => {
    await put(100);
    await put(3, { organization: two });
    expect(owners(await claim(4))).toEqual([2, 2]);
    const next = await claim(3);
    expect(owners(next)).toEqual([2, 1]);
    expect(owners(await claim(4))).toEqual([4, 0]);
  });

  test('that become free go to the organization with fewer running jobs', async () => {
    await put(100);
    expect(owners(await claim(4))).toEqual([4, 0]);
    await put(5, { organization: two });
    expect(owners(await claim(3))).toEqual([0, 3]);
  });

  test('of a process are not all used by jobs of one organization, or by slow jobs', async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ran: string[] = [];
    const handler = (kind: string, slow: boolean): AnyJobHandler => ({
      definition: {
        kind,
        payload: z.object({}),
        lane: () => kind,
        retry: () => undefined,
        ...(slow ? { slow: true } : {}),
      },
      run: async (job) => {
        ran.push(`${job.organizationId === one ? 'one' : 'two'} ${kind}`);
        if (job.organizationId === one || slow) await held;
        await job.finish('done');
      },
    });
    const worker = createWorker({
      database: app.app.database,
      inOrganization: app.app.inOrganization,
      concurrency: 4,
      handlers: [handler('test.plain', false), handler('test.slow', true)],
      log: createLog('silent'),
    });
    await put(8);
    worker.start();
    await expect.poll(() => ran.length).toBe(3);
    await put(3, { organization: two });
    worker.wake();
    await expect.poll(() => ran.filter((name) => name === 'two test.plain').length).toBe(3);
    expect(ran).toHaveLength(6);
    release();
    await expect.poll(() => ran.length).toBe(11);
    await worker.stop(5000);
  });

  test('for slow jobs are few, and other jobs overtake them', async () => {
    await put(20, { kind: 'test.slow' });
    await put(2, { kind: 'test.plain' });
    const slow = { kinds: new Set(['test.slow']), slots: 1 };
    const taken = async () => {
      const { jobs } = await claimJobs(app.app.database, { ...asked(4), slow });
      return jobs.map(({ kind }) => kind).sort();
    };
    expect(await taken()).toEqual(['test.plain', 'test.plain', 'test.slow']);
    slow.slots = 0;
    await put(1, { kind: 'test.plain' });
    expect(await taken()).toEqual(['test.plain']);
  });
});

describe('a claim reads a few rows for each slot and each organization', () => {
  const limit = 4;
  const organizations = Array.from({ length: 20 }, (_, n) => `org_${n}`);
  /** Maximum number of rows while jobs that cannot run are moved out of the queue. */
  const rowsWhileMoving = 1000;

  test.each([
    ['100 open jobs', 100, false],
    ['2,500 open jobs', 2500, false],
    ['2,500 open jobs and statistics of an empty table', 2500, true],
  ])(
    'with %s, a third of them behind a running job, a third waiting for their time',
    async (_, open, stale) => {
      if (stale) await app.database.query('ANALYZE job');
      const quiet = afterOthers(app.app.database, app.database);
      const { database, rows } = countingRows(quiet, 'job');
      await put(1, { lane: 'long' });
      // The first read of rows that the previous test deleted cleans the indexes; this work must not be
      // counted.
      const [head] = ids(await claim(1, quiet));
      await put(Math.ceil(open / 3), { lane: 'long' });
      await put(limit);
      expect(ids(await claim(limit, database))).toHaveLength(limit);
      expect(Math.max(...rows)).toBeLessThanOrEqual(rowsWhileMoving);
      for (const organization of organizations) {
        await put(Math.max(8, Math.ceil(open / 60)), { organization });
        await put(Math.ceil(open / 60), { organization, inSeconds: 3600 });
      }
      rows.length = 0;
      for (let n = 0; n < 26; n++) {
        const jobs = await claim(limit, database);
        expect(jobs).toHaveLength(limit);
        await finish(ids(jobs));
      }
      expect(Math.max(...rows)).toBeLessThanOrEqual(10 * (limit + organizations.length + 1));
      await finish([head as string]);
      const { rows: freed } = await app.database.query(
        `SELECT count(*)::int AS n FROM job WHERE lane = 'long' AND finished_at IS NULL AND stands = 'LINE'`,
      );
      expect(freed[0].n).toBeGreaterThanOrEqual(1);
    },
  );
});

test('beside an older program, jobs of a queue key stay serial, exclusive jobs run alone, and no job is left', async () => {
  const database = app.app.database;
  const running = new Map<string, { lane: string; exclusive: boolean; organization: string }>();
  const begun: string[] = [];
  const begin = async (id: string) => {
    const { rows } = await app.database.query(
      'SELECT organization_id AS organization, lane, exclusive, position FROM job WHERE id = $1',
      [id],
    );
    const job = rows[0];
    const beside = [...running.values()].filter(({ organization }) => organization === job.organization);
    for (const other of beside)
      if (other.lane === job.lane || other.exclusive || job.exclusive)
        begun.push(`${job.lane} beside ${other.lane}`);
    running.set(id, job);
  };
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let n = 0; n < 120; n++) {
    const organization = random(2) === 0 ? one : two;
    if (random(12) === 0) await put(1, { organization, lane: 'clock', exclusive: true });
    else await put(1, { organization, lane: `lane ${random(6)}` });
  }
  let idle = 0;
  for (let step = 0; idle < 6; step++) {
    // An older claim of several jobs may take an exclusive job together with others.
    const old = random(2) === 0 ? await claimAsBefore(database, asked(1)) : [];
    const fresh = old.length === 0 ? await claim(1 + random(3)) : [];
    for (const { id } of [...old, ...fresh]) await begin(id as string);
    // Half of the running jobs end or are released, by either version, while claims continue.
    const ending = [...running.keys()].filter(() => random(2) === 0);
    const kept = ending.filter(() => random(5) === 0);
    for (const id of ending) running.delete(id);
    await app.database.query(
      'UPDATE job SET lease_token = NULL, lease_until = NULL, ready_at = now() WHERE id = ANY ($1)',
      [kept],
    );
    await Promise.all(ending.filter((id) => !kept.includes(id)).map((id) => finish([id])));
    idle = old.length + fresh.length + running.size === 0 ? idle + 1 : 0;
    expect(step).toBeLessThan(2000);
  }
  expect(begun).toEqual([]);
  const { rows } = await app.database.query('SELECT id, stands FROM job WHERE finished_at IS NULL');
  expect(rows).toEqual([]);
});

test('jobs that are added to a queue key while earlier jobs end are all run', async () => {
  for (let lane = 0; lane < 20; lane++) await put(10, { lane: `lane ${lane}` });
  let ended = 0;
  const work = async (): Promise<void> => {
    for (let n = 0; n < 2000; n++) {
      const jobs = await claim(2);
      if (jobs.length === 0 && ended === 200) return;
      for (const { id } of jobs) {
        await finish([id]);
        ended++;
      }
    }
  };
  await Promise.all([work(), work(), work()]);
  expect(ended).toBe(200);
});

test('a job without a predecessor is queued by the periodic check of workers', async () => {
  await put(250);
  await put(3, { lane: 'held' });
  const held = await app.database.query(`SELECT id FROM job WHERE lane = 'held' ORDER BY position LIMIT 1`);
  // Creates the state after the predecessor was removed without a wake signal.
  await app.database.query(`UPDATE job SET stands = 'LANE'`);
  expect(await claim(4)).toEqual([]);
  let looks = 0;
  for (let after: Awaited<ReturnType<typeof requeueLeftBehind>>; looks === 0 || after; looks++)
    after = await requeueLeftBehind(app.app.database, after);
  expect(looks).toBe(3);
  const { rows } = await app.database.query(
    `SELECT stands, count(*)::int AS n, bool_or(id = $1) AS first FROM job GROUP BY stands ORDER BY stands`,
    [held.rows[0].id],
  );
  expect(rows).toEqual([
    { stands: 'LANE', n: 2, first: false },
    { stands: 'LINE', n: 251, first: true },
  ]);
});
