import { z } from 'zod';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { backoff, type JobDefinition, type JobHandler, type JobRun } from '../platform/jobs/queue.ts';

type Payload = { to: string };

/** Dispatches all recorded events of an organization to notifications, mails and webhooks. */
export type FlushEvents = (organizationId: string) => Promise<void>;

/**
 * Advances the clock of an organization. The job runs exclusively. It sets the clock to the time of the next
 * due job, runs that job and dispatches its events, until the requested time is reached. After a crash, the
 * job continues from the current time of the clock.
 */
export const clockJob: JobDefinition<Payload> = {
  kind: 'sandbox.clock',
  payload: z.object({ to: z.iso.datetime() }),
  lane: () => 'sandbox:clock',
  exclusive: true,
  retry: backoff({ tries: 100, longestMs: 10_000 }),
  operation: { name: 'Advance the test clock', subject: () => ({}), cancellable: true },
};

/**
 * @param flushEvents called at each time at which the clock stops, before it advances again; may enqueue jobs
 */
export const clockJobHandler = (flushEvents: FlushEvents): JobHandler<Payload> => ({
  definition: clockJob,
  run: async (job) => {
    const to = new Date(job.payload.to);
    for (;;) {
      await settle(job, flushEvents);
      const found = await step(job, to);
      if (found === 'cancelled')
        return job.finish('stopped before the requested time', undefined, 'CANCELED');
      if (found === 'nothing due') break;
    }
    await job.finish(`advanced to ${job.payload.to}`, (scope) => setClock(scope, to));
  },
});

/** Runs all ready jobs and dispatches their events until no ready job is left. */
async function settle(job: JobRun<Payload>, flushEvents: FlushEvents): Promise<void> {
  do {
    do {
      // Aborts on shutdown; a different process continues.
      job.signal.throwIfAborted();
    } while (await job.others.runNext());
    await flushEvents(job.organizationId);
  } while (await job.others.runNext());
}

/** Sets the clock to the time of the next due job. */
async function step(job: JobRun<Payload>, to: Date): Promise<'cancelled' | 'nothing due' | 'advanced'> {
  let found: 'cancelled' | 'nothing due' | 'advanced' = 'nothing due';
  await job.leasedTransaction(async (scope) => {
    if (await job.cancelledBy(scope)) {
      found = 'cancelled';
      return;
    }
    const due = await job.others.nextDue(scope, to);
    if (!due) return;
    await setClock(scope, due);
    found = 'advanced';
  });
  return found;
}

/** Advances the clock; an earlier time is ignored. */
async function setClock(scope: OrgTransaction, time: Date): Promise<void> {
  await scope.query({
    name: 'set_organization_clock',
    text: `UPDATE organization SET clock_offset_ms = greatest(
             clock_offset_ms, ceil(extract(epoch FROM $2::timestamptz - clock_timestamp()) * 1000)::bigint)
           WHERE organization_id = $1`,
    values: [scope.organizationId, time],
  });
  // Jobs of requests that began before the advance have due times by the old clock.
  await scope.query({
    name: 'recall_organization_jobs',
    text: `UPDATE job j SET ready_at = clock_timestamp()
           FROM organization o
           WHERE o.organization_id = $1 AND j.organization_id = $1 AND j.finished_at IS NULL
             AND j.clock = 'organization' AND j.ready_at > clock_timestamp()
             AND j.due_at <= clock_timestamp() + o.clock_offset_ms * interval '1 millisecond'`,
    values: [scope.organizationId],
  });
}
