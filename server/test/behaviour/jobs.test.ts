import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyJobHandler, enqueue, type JobRun } from '../../src/platform/jobs/queue.ts';
import { createWorker, type Worker } from '../../src/platform/jobs/worker.ts';
import { createLog } from '../../src/platform/observability/log.ts';
import { startTestApp, type TestApp } from '../harness.ts';

type Payload = { name: string; lane: string };
type Run = (job: JobRun<Payload>) => Promise<void>;

let app: TestApp;
let organizationId: string;
let ran: string[];
const workers: Worker[] = [];
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ran = [];
  organizationId = (await app.organization()).id;
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop(0)));
  await app.database.query('DELETE FROM job');
});
afterAll(() => app.stop());

const note: Run = async (job) => {
  ran.push(job.payload.name);
  await job.finish('done');
};

const handler = (run: Run, more: Partial<AnyJobHandler> = {}, exclusive = false): AnyJobHandler => ({
  definition: {
    kind: exclusive ? 'test.exclusive' : 'test.plain',
    payload: z.object({ name: z.string(), lane: z.string() }),
    lane: ({ lane }: Payload) => lane,
    exclusive,
    retry: (attempts) => (attempts < 3 ? 0 : undefined),
  },
  run,
  ...more,
});

const worker = (...handlers: AnyJobHandler[]): Worker => {
  const made = createWorker({
    database: app.app.database,
    inOrganization: app.app.inOrganization,
    handlers,
    log: createLog('silent'),
    concurrency: 4,
  });
  workers.push(made);
  return made;
};

const put = (of: AnyJobHandler, name: string, lane = 'one', organization = organizationId) =>
  app.app.inOrganization(organization, 'test', async (scope) => {
    await scope.query(enqueue(scope, of.definition, { name, lane }));
  });

const jobs = async () =>
  (
    await app.database.query(
      `SELECT payload ->> 'name' AS name, attempts, outcome, last_error, lease_token, lease_until, finished_at
       FROM job ORDER BY position`,
    )
  ).rows;

/** Blocks a job until the test releases it. */
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

const drain = async (by: Worker) => {
  let count = 0;
  while ((await by.step()) > 0) count++;
  return count;
};

test('jobs of a queue key run one after the other, in order, over retries too', async () => {
  let failures = 2;
  const plain = handler(async (job) => {
    if (job.payload.name === 'a' && failures-- > 0) {
      ran.push('a failed');
      throw new Error('not yet');
    }
    await note(job);
  });
  for (const name of ['a', 'b', 'c']) await put(plain, name);
  await drain(worker(plain));
  expect(ran).toEqual(['a failed', 'a failed', 'a', 'b', 'c']);
});

test('a job that waits for a retry blocks its own queue key only', async () => {
  const plain = handler(async (job) => {
    if (job.payload.name === 'a') throw new Error('later');
    await note(job);
  });
  plain.definition.retry = () => 3_600_000;
  await put(plain, 'a');
  await put(plain, 'b');
  await put(plain, 'other', 'two');
  await drain(worker(plain));
  expect(ran).toEqual(['other']);
  await app.database.query('UPDATE job SET ready_at = now(), finished_at = now() WHERE attempts = 1');
  expect(await drain(worker(plain))).toBe(1);
  expect(ran).toEqual(['other', 'b']);
});

test('an exclusive job runs alone in its organization, after all earlier jobs', async () => {
  const begun: string[] = [];
  const gates = { plain: gate(), alone: gate() };
  const held: Run = async (job) => {
    const { name } = job.payload;
    begun.push(name);
    await (name === 'alone' ? gates.alone : gates.plain).opened;
    await note(job);
  };
  const plain = handler(held);
  const exclusive = handler(held, {}, true);
  const beside = worker(plain, exclusive);
  await put(plain, 'a', 'l1');
  await put(plain, 'b', 'l2');
  const own = worker(plain, exclusive);
  own.start();
  await expect.poll(() => begun).toHaveLength(2);
  await put(exclusive, 'alone', 'clock');
  await put(plain, 'c', 'l3');
  own.wake();
  expect(await beside.step(), 'while those before it run').toBe(0);
  gates.plain.open();
  await expect.poll(() => begun.slice(2)).toEqual(['alone']);
  expect(await beside.step(), 'while it runs').toBe(0);
  gates.alone.open();
  await expect.poll(() => ran.length).toBe(4);
  expect(ran.slice(2)).toEqual(['alone', 'c']);
});

test('an exclusive job does not delay other organizations', async () => {
  const plain = handler(note);
  const exclusive = handler(note, {}, true);
  const other = (await app.organization()).id;
  await put(exclusive, 'alone', 'clock');
  await put(plain, 'elsewhere', 'one', other);
  const own = worker(plain);
  expect(await own.step()).toBe(1);
  expect(ran).toEqual(['elsewhere']);
});

test('an exclusive job behind a plain job with the same queue key does not block the queue', async () => {
  const plain = handler(note);
  const exclusive = handler(note, {}, true);
  await put(plain, 'first');
  await put(exclusive, 'alone');
  await put(plain, 'last');
  await drain(worker(plain, exclusive));
  expect(ran).toEqual(['first', 'alone', 'last']);
});

test('the job of a lost worker is claimed again when its lease expires, and the lost worker writes nothing', async () => {
  const asleep = gate();
  let first = true;
  const written: string[] = [];
  const plain = handler(async (job) => {
    const mine = first ? 'lost' : 'second';
    first = false;
    if (mine === 'lost') await asleep.opened;
    await job.finish(mine, async () => {
      written.push(mine);
    });
  });
  await put(plain, 'a');
  const lost = worker(plain).step();
  await expect.poll(() => first).toBe(false);
  const heir = worker(plain);
  expect(await heir.step()).toBe(0);
  await app.database.query(`UPDATE job SET lease_until = now() - interval '1 s'`);
  expect(await heir.step()).toBe(1);
  asleep.open();
  await lost;
  expect(written).toEqual(['second']);
  expect(await jobs()).toMatchObject([{ outcome: 'second' }]);
});

test('stopping returns jobs that do not end in time, and their late end writes nothing', async () => {
  let started = false;
  const late = gate();
  const ended = gate();
  const plain = handler(async (job) => {
    if (started) return note(job);
    started = true;
    await late.opened;
    await note(job).finally(ended.open);
  });
  await put(plain, 'a');
  const own = worker(plain);
  own.start();
  await expect.poll(() => started).toBe(true);
  await own.stop(20);
  expect(await jobs()).toMatchObject([{ lease_token: null, lease_until: null, finished_at: null }]);
  expect(await worker(plain).step()).toBe(1);
  expect(ran).toEqual(['a']);
  const done = await jobs();
  expect(done).toMatchObject([{ outcome: 'done' }]);
  late.open();
  await ended.opened;
  expect(await jobs()).toEqual(done);
});

test('stopping waits for jobs that end in time', async () => {
  let started = false;
  const held = gate();
  const plain = handler(async (job) => {
    started = true;
    await held.opened;
    await note(job);
  });
  await put(plain, 'a');
  const own = worker(plain);
  own.start();
  await expect.poll(() => started).toBe(true);
  const stopped = own.stop(30_000);
  held.open();
  await stopped;
  expect(await jobs()).toMatchObject([{ outcome: 'done' }]);
});

test('two workers divide the jobs, and each job runs once', async () => {
  const plain = handler(async (job) => {
    await delay(2);
    await note(job);
  });
  for (let n = 0; n < 40; n++) await put(plain, `j${n}`, `lane ${n % 20}`);
  const pair = [worker(plain), worker(plain)];
  for (const one of pair) one.start();
  await expect.poll(() => ran.length).toBe(40);
  await Promise.all(pair.map((one) => one.stop(1000)));
  expect(new Set(ran).size).toBe(40);
  for (let lane = 0; lane < 20; lane++)
    expect(ran.indexOf(`j${lane}`)).toBeLessThan(ran.indexOf(`j${lane + 20}`));
});

test('a final failure, by the job or by an error, is recorded once and frees the queue key', async () => {
  const plain = handler(
    async () => {
      throw new Error('never');
    },
    { giveUp: async (job, error) => job.finish(`gave up: ${error.message}`) },
  );
  await put(plain, 'a');
  expect(await drain(worker(plain))).toBe(3);
  expect(await jobs()).toMatchObject([{ attempts: 3, outcome: 'gave up: never', last_error: 'never' }]);
  const silent = handler(async () => {
    throw new Error('silent');
  });
  await put(silent, 'b');
  await drain(worker(silent));
  expect((await jobs())[1]).toMatchObject({ outcome: 'failed: silent' });
  await put(plain, 'c');
  expect(await worker(handler(note)).step()).toBe(1);
  expect(ran).toEqual(['c']);
});

test('a job whose final transaction fails has no outcome and is retried', async () => {
  let tries = 0;
  const plain = handler((job) =>
    job.finish('done', async (scope) => {
      await scope.query({
        name: 'test_note',
        text: 'UPDATE organization SET name = name || $2 WHERE organization_id = $1',
        values: [organizationId, '!'],
      });
      if (tries++ === 0) throw new Error('crash before commit');
    }),
  );
  await put(plain, 'a');
  expect(await drain(worker(plain))).toBe(2);
  expect(await jobs()).toMatchObject([{ attempts: 2, outcome: 'done' }]);
  const { rows } = await app.database.query('SELECT name FROM organization WHERE organization_id = $1', [
    organizationId,
  ]);
  expect(rows).toEqual([{ name: 'Acme!' }]);
});

test('a repeating job keeps its row, waits for its next time as a new job, and ends without a next time', async () => {
  let left = 2;
  let failures = 1;
  const again = handler((job) =>
    job.repeat('over', async (scope) => {
      ran.push(`${job.payload.name} ${job.attempts}`);
      if (failures-- > 0) throw new Error('not yet');
      const at = new Date(scope.now.getTime() + 3_600_000);
      return left-- > 0 ? { at, payload: { ...job.payload, name: `left ${left}` } } : undefined;
    }),
  );
  await put(again, 'first');
  const by = worker(again);
  await drain(by);
  expect(ran).toEqual(['first 0', 'first 1']);
  const waiting = { attempts: 0, outcome: null, last_error: null, lease_token: null, finished_at: null };
  expect(await jobs()).toMatchObject([{ ...waiting, name: 'left 1' }]);
  for (const _ of [1, 2]) {
    await app.database.query('UPDATE organization SET clock_offset_ms = clock_offset_ms + 3600000');
    await drain(by);
  }
  expect(ran).toEqual(['first 0', 'first 1', 'left 1 0', 'left 0 0']);
  expect(await jobs()).toMatchObject([{ outcome: 'over', finished_at: expect.any(Date) }]);
});

test('a repeating job writes nothing once its lease was lost', async () => {
  const again = handler(async (job) => {
    await app.database.query(`UPDATE job SET lease_token = 'another'`);
    await job.repeat('over', async (scope) => {
      ran.push('written');
      return { at: scope.now, payload: job.payload };
    });
  });
  await put(again, 'first');
  await worker(again).step();
  expect(ran).toEqual([]);
  expect(await jobs()).toMatchObject([{ name: 'first', lease_token: 'another', finished_at: null }]);
});

test('a job with an invalid payload fails alone, and the worker continues', async () => {
  const plain = handler(note);
  await put(plain, 'bad');
  await put(plain, 'good', 'two');
  await app.database.query(`UPDATE job SET payload = '{"old": true}' WHERE payload ->> 'name' = 'bad'`);
  const own = worker(plain);
  await expect(drain(own)).resolves.toBe(4);
  expect(ran).toEqual(['good']);
  expect((await jobs())[0]).toMatchObject({
    name: null,
    attempts: 3,
    outcome: expect.stringMatching(/^failed/),
  });
});

test('jobs of kinds unknown to a worker stay in the queue', async () => {
  const plain = handler(note);
  await put(plain, 'a');
  expect(await worker(handler(note, {}, true)).step()).toBe(0);
  expect(await jobs()).toMatchObject([{ attempts: 0, lease_token: null }]);
});

test('a job is due by its organization’s clock, and moves with the clock', async () => {
  const plain = handler(note);
  await app.app.inOrganization(organizationId, 'test', async (scope) => {
    const at = new Date(scope.now.getTime() + 3_600_000);
    await scope.query(enqueue(scope, plain.definition, { name: 'later', lane: 'x' }, { at }));
  });
  const own = worker(plain);
  expect(await own.step()).toBe(0);
  await app.database.query('UPDATE organization SET clock_offset_ms = 3599000 WHERE organization_id = $1', [
    organizationId,
  ]);
  expect(await own.step()).toBe(0);
  await app.database.query('UPDATE organization SET clock_offset_ms = 3600001 WHERE organization_id = $1', [
    organizationId,
  ]);
  expect(await own.step()).toBe(1);
  expect(ran).toEqual(['later']);
});
