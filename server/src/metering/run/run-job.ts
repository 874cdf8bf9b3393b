import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue, type JobHandler, type JobRun } from '../../platform/jobs/queue.ts';
import { type RunPayload, runJob } from '../run-job-definition.ts';
import { acquireRunEndLock, hourOf } from '../run-request.ts';
import { sendJob } from '../send-job-definition.ts';
import { hasWaitingBatches, mostRead } from './claim.ts';
import { settleChunk } from './settle-chunk.ts';

type SettleJob = Pick<JobRun<unknown>, 'attempts' | 'jobId' | 'leasedTransaction' | 'signal'>;

/**
 * Settles pending calls with one transaction per chunk, and returns the number of settled calls. A retried
 * job uses smaller chunks, because a statement may have timed out.
 */
export async function settleWaiting(
  job: SettleJob,
  registry: AdapterRegistry,
  beforeOf: (scope: OrgTransaction) => Date | undefined,
): Promise<number> {
  const limits = job.attempts > 0 ? { mostGroups: mostRead } : {};
  let total = 0;
  for (;;) {
    job.signal.throwIfAborted();
    let settled = 0;
    await job.leasedTransaction(async (scope) => {
      settled = await settleChunk(scope, registry, { ...limits, runId: job.jobId, before: beforeOf(scope) });
    });
    if (settled === 0) return total;
    total += settled;
  }
}

/**
 * Settles the calls of an organization that were received before the current hour, or all calls if the run
 * was requested without an hour. Usage is settled after the end of its hour and then sent immediately,
 * because marketplaces keep the first quantity of an hour.
 */
export const runJobHandler = (registry: AdapterRegistry): JobHandler<RunPayload> => ({
  definition: runJob,
  run: async (job) => {
    const before = (scope: OrgTransaction) => (job.payload.hour ? hourOf(scope.now) : undefined);
    const total = await settleWaiting(job, registry, before);
    await job.repeat(`settled ${total} calls`, async (scope) => {
      await scope.query(acquireRunEndLock(scope));
      if (await hasWaitingBatches(scope, before(scope))) return { at: scope.now, payload: job.payload };
      await enqueueSends(scope);
      return undefined;
    });
  },
});

/** Enqueues the send job of every marketplace with pending lines. */
export async function enqueueSends(scope: OrgTransaction): Promise<void> {
  const rows = await scope.query<{ partner: string }>({
    name: 'partners_of_waiting_usage_lines',
    text: `SELECT DISTINCT l.partner FROM usage_line l WHERE l.organization_id = $1 AND l.state = 'WAITING'
           ORDER BY 1`,
    values: [scope.organizationId],
  });
  for (const { partner } of rows) await scope.query(enqueue(scope, sendJob, { partner }));
}
