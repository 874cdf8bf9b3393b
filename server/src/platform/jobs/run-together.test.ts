import { expect, test } from 'vitest';
import { z } from 'zod';
import type { InOrganization } from '../access/scope.ts';
import { createLog } from '../observability/log.ts';
import type { ClaimedJob } from './job-store.ts';
import { type AnyJobHandler, TryFailed } from './queue.ts';
import { createGroupRun } from './run-together.ts';

const job = (id: string): ClaimedJob => ({
  organizationId: 'org_one',
  environment: 'TEST',
  id,
  kind: 'test.read',
  payload: '{}',
  startedBefore: 0,
  harmlessBefore: 0,
  failingMs: 0,
  leaseToken: 'lease',
  cancelledBy: undefined,
  traceparent: undefined,
});

/** Queries another system, which rejects one of the jobs for half a minute. */
const handler: AnyJobHandler = {
  definition: { kind: 'test.read', payload: z.object({}), lane: () => '', retry: () => 1 },
  run: async () => {},
  batch: {
    maxJobs: 16,
    outcome: 'read',
    prefetch: async () => {
      asked++;
      if (asked === 3) throw new TryFailed(new Error('throttled'), { afterMs: 30_000, isHarmless: true });
      return {};
    },
    work: async (jobs) => new Set(jobs.map(({ jobId }) => jobId)),
  },
};
let asked = 0;

test('when a group fails, a job whose try has already failed does not query again', async () => {
  const inOrganization: InOrganization = () =>
    Promise.reject(new Error('canceling statement due to lock timeout'));
  const ran = new Map<string, string | undefined>();
  const run = createGroupRun(
    { inOrganization, log: createLog('silent') },
    {
      handlers: new Map([['test.read', handler]]),
      run: async ({ id }, failed) => {
        ran.set(id, failed?.message);
      },
      renew: () => {},
      handBack: async () => {},
      leaseMs: 60_000,
      signal: new AbortController().signal,
    },
  );
  await run(['a', 'b', 'c'].map(job));
  expect(Object.fromEntries(ran)).toEqual({ a: undefined, b: undefined, c: 'throttled' });
});
