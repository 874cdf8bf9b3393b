import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { resume } from '../../src/platform/jobs/job-again.ts';
import {
  type AnyJobHandler,
  enqueue,
  type JobRun,
  persist,
  TryFailed,
} from '../../src/platform/jobs/queue.ts';
import { createWorker, type Worker } from '../../src/platform/jobs/worker.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

type Payload = { name: string };
let app: TestApp;
let organizationId: string;
let ran: string[];
let worker: Worker | undefined;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  ran = [];
  organizationId = (await app.organization()).id;
});
afterEach(async () => {
  await worker?.stop(0);
  await app.database.query('DELETE FROM job');
});
afterAll(() => app.stop());

const handlerOf = (kind: string, run: (job: JobRun<Payload>) => Promise<void>): AnyJobHandler => ({
  definition: {
    kind,
    payload: z.object({ name: z.string() }),
    lane: () => 'one',
    retry: persist({ forMs: 3_600_000, firstMs: 0, longestMs: 0 }),
  },
  run,
});
const start = async (...handlers: AnyJobHandler[]) => {
  worker = createWorker({
    database: app.app.database,
    inOrganization: app.app.inOrganization,
    handlers,
    log: createLog('silent'),
    concurrency: 4,
  });
  const { definition } = handlers[0] as AnyJobHandler;
  await app.app.inOrganization(organizationId, 'test', async (scope) => {
    await scope.query(enqueue(scope, definition, { name: 'first' }));
  });
};
const job = async () =>
  (await app.database.query('SELECT * FROM job WHERE organization_id = $1', [organizationId])).rows[0];
const step = () => (worker as Worker).step();

test('a job that waits for a condition is claimed by no worker until the condition holds, and uses no attempt', async () => {
  let isMended = false;
  await start(
    handlerOf('test.waits', async (run) => {
      ran.push(`${run.attempts} ${run.mayHaveActed}`);
      if (!isMended) await run.waitFor('the door', async () => true);
      else await run.finish('done');
    }),
  );
  await step();
  expect(await job()).toMatchObject({
    attempts: 0,
    waits_for: 'the door',
    lease_token: null,
    finished_at: null,
  });
  await app.database.query('UPDATE organization SET clock_offset_ms = clock_offset_ms + 86400000');
  for (const _ of [1, 2, 3]) expect(await step()).toBe(0);
  const { rows } = await app.database.query(
    `EXPLAIN SELECT id FROM job WHERE organization_id = 'o' AND waits_for = 'x' AND finished_at IS NULL`,
  );
  expect(JSON.stringify(rows)).toContain('job');

  isMended = true;
  await app.app.inOrganization(organizationId, 'test', async (scope) => {
    await scope.query(resume(scope, 'another door'));
  });
  expect(await step()).toBe(0);
  await app.app.inOrganization(organizationId, 'test', async (scope) => {
    await scope.query(resume(scope, 'the door'));
  });
  await step();
  expect(ran).toEqual(['0 false', '0 false']);
  expect(await job()).toMatchObject({ outcome: 'done', waits_for: null });
});

test('a job does not wait when the work finds that the condition no longer applies', async () => {
  await start(
    handlerOf('test.waits', async (run) => {
      ran.push(`${run.attempts}`);
      if (ran.length === 1 && !(await run.waitFor('the door', async () => false)))
        throw new TryFailed(new Error('changed'), { isHarmless: true });
      await run.finish('done');
    }),
  );
  for (const _ of [1, 2]) await step();
  expect(ran).toEqual(['0', '1']);
});

test('an attempt that is known to have had no effect needs no look-up later; any other attempt does', async () => {
  const failures = [
    new TryFailed(new Error('busy'), { isHarmless: true }),
    new TryFailed(new Error('busy'), { isHarmless: true, afterMs: 3_600_000 }),
    new Error('lost'),
  ];
  await start(
    handlerOf('test.fails', async (run) => {
      ran.push(`${run.attempts} ${run.mayHaveActed}`);
      const failure = failures.shift();
      if (failure) throw failure;
      await run.finish('done');
    }),
  );
  for (const _ of [1, 2]) await step();
  expect(await step()).toBe(0);
  await app.database.query('UPDATE job SET ready_at = now()');
  for (const _ of [1, 2]) await step();
  expect(ran).toEqual(['0 false', '1 false', '2 false', '3 true']);
});

test('a job is retried for the duration in its definition, whatever the number of attempts', async () => {
  await start(
    handlerOf('test.fails', async () => {
      throw new Error('still not there');
    }),
  );
  for (let round = 0; round < 20; round++) await step();
  expect(await job()).toMatchObject({ attempts: 20, finished_at: null });
  const passHalfAnHour = () =>
    app.database.query(`UPDATE job SET failing_since = failing_since - interval '30 minutes'`);
  await passHalfAnHour();
  await step();
  expect(await job()).toMatchObject({ attempts: 21, finished_at: null });
  // The time is measured from the first failure.
  await passHalfAnHour();
  await step();
  expect(await job()).toMatchObject({ attempts: 22, ended_as: 'FAILED', outcome: 'failed: still not there' });
});

test('a job continues as another kind, with its queue key and id, and can no longer be cancelled', async () => {
  const follow = handlerOf('test.follows', async (run) => {
    ran.push(`follows ${run.payload.name}`);
    await run.finish('done');
  });
  const ask = handlerOf('test.asks', (run) =>
    run.repeat('', async (scope) => ({
      at: scope.now,
      payload: { name: 'the handle' },
      kind: follow.definition.kind,
    })),
  );
  await start(ask, follow);
  const { id } = await job();
  await app.database.query(`UPDATE job SET cancellable = true, cancel_requested_at = NULL`);
  await step();
  expect(await job()).toMatchObject({ id, kind: 'test.follows', lane: 'one', cancellable: false });
  await step();
  expect(ran).toEqual(['follows the handle']);
});
