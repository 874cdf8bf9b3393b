import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claimDuringExclusive, claimJobs, nextDue } from '../../src/platform/jobs/job-store.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { afterOthers, countingRows } from '../rows-read.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.database.query('ALTER TABLE job SET (autovacuum_enabled = false)');
});
beforeEach(() => app.database.query('DELETE FROM job'));
afterAll(() => app.stop());

const kinds = ['test.plain'];
const leaseMs = 60_000;
const of = (options: { limit: number }) => ({ kinds, leaseMs, leaseToken: randomUUID(), ...options });

/** Inserts ready jobs with one statement. */
const put = (count: number, job: { organization?: string; lane?: string; kind?: string } = {}) =>
  app.database.query(
    `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time)
     SELECT $2, gen_random_uuid(), $4, coalesce($3, 'lane ' || gen_random_uuid()), '{}', 'organization', now(), now(), now()
     FROM generate_series(1, $1)`,
    [count, job.organization ?? 'org_one', job.lane ?? null, job.kind ?? 'test.plain'],
  );
const finish = (ids: readonly string[]) =>
  app.database.query('UPDATE job SET finished_at = now() WHERE id = ANY ($1)', [ids]);

test('a burst into a database without statistics is claimed by reading a few rows for each job', async () => {
  const { database, rows } = countingRows(afterOthers(app.app.database, app.database), 'job');
  // Generic plans are created and cached while the tables are empty.
  for (let n = 0; n < 8; n++) await claimJobs(database, of({ limit: 4 }));
  await put(400);
  rows.length = 0;
  for (let taken = 0; taken < 400; ) {
    const { jobs } = await claimJobs(database, of({ limit: 4 }));
    expect(jobs).toHaveLength(4);
    taken += jobs.length;
    await finish(jobs.map(({ id }) => id));
  }
  const { rows: statistics } = await app.database.query(
    `SELECT reltuples FROM pg_class WHERE relname = 'job'`,
  );
  expect(statistics).toEqual([{ reltuples: -1 }]);
  expect(rows.reduce((sum, read) => sum + read)).toBeLessThanOrEqual(400 * 16);
});

test('the jobs beside an exclusive job are found by reading a few rows for each queue key', async () => {
  const { database, rows } = countingRows(app.app.database, 'job');
  const [organizationId, id] = ['org_one', 'job_clock'];
  await app.database.query(
    `INSERT INTO job (organization_id, id, kind, lane, exclusive, payload, clock, due_at, ready_at, creation_time, lease_token, lease_until)
     VALUES ($1, $2, 'test.plain', 'clock', true, '{}', 'organization', now(), now(), now(), 'held', now() + interval '1 hour')`,
    [organizationId, id],
  );
  const holder = { organizationId, id, leaseToken: 'held' };
  const beside = () => claimDuringExclusive(database, holder, { kinds, leaseMs, leaseToken: randomUUID() });
  const due = () =>
    database.transaction(
      (queryable) => nextDue(queryable, holder, kinds, new Date(Date.now() + 86_400_000)),
      'system',
    );
  for (let n = 0; n < 8; n++) expect([await beside(), await due()]).toEqual([undefined, undefined]);
  await put(400);
  await put(400, { lane: 'one' });
  rows.length = 0;
  for (let n = 0; n < 20; n++) {
    const job = await beside();
    expect(await due()).toBeInstanceOf(Date);
    await finish([job?.id as string]);
  }
  expect(Math.max(...rows)).toBeLessThanOrEqual(4 * 800);
});
