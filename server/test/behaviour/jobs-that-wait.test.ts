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

test('a job that waits for something is met by no claim until that is there, and has used up no try', async () => {
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

test('one does not wait where the work finds that there is nothing to wait for', async () => {
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

test('a try that is known to have had no effect leaves none to be looked for; another one does', async () => {
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

test('a job is tried for as long as its definition says, not so often', async () => {
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
  // The time counts from the first failure, not from the latest.
  await passHalfAnHour();
  await step();
  expect(await job()).toMatchObject({ attempts: 22, ended_as: 'FAILED', outcome: 'failed: still not there' });
});

test('a job goes on as one of another kind, in its lane and with its id; nobody cancels it any more', async () => {
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
