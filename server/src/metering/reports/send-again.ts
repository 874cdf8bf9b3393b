import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { sendJob } from '../send-job-definition.ts';

type Payload = { partner: string };

/**
 * Has lines sent at a time of the organization's clock, when some are due or their deadline nears. It has lanes of its own:
 * a job that waits for its time keeps those behind it.
 */
export const sendAgainJob: JobDefinition<Payload & { at: string }> = {
  kind: 'metering.sendAgain',
  payload: z.object({ partner: z.string(), at: z.string() }),
  lane: ({ partner, at }) => `usage-send-again:${partner}:${at}`,
  retry: backoff({ tries: 20 }),
};

export const sendAgainJobHandler: JobHandler<Payload & { at: string }> = {
  definition: sendAgainJob,
  run: (job) =>
    job.finish('sent again', async (scope) => {
      await scope.query(enqueue(scope, sendJob, { partner: job.payload.partner }));
    }),
};

/** Schedules the next look at the lines of a marketplace, unless one is scheduled that comes before. */
export async function scheduleLook(scope: OrgTransaction, partner: string, at: Date): Promise<void> {
  const scheduled = await scope.query<{ id: string }>({
    name: 'find_usage_look',
    text: `SELECT j.id FROM job j WHERE j.organization_id = $1 AND j.kind = $2 AND j.finished_at IS NULL
             AND j.payload ->> 'partner' = $3 AND j.due_at <= $4 AND j.due_at > $5 LIMIT 1`,
    values: [scope.organizationId, sendAgainJob.kind, partner, at, scope.now],
  });
  if (scheduled.length > 0) return;
  const payload = { partner, at: at.toISOString() };
  await scope.query(enqueue(scope, sendAgainJob, payload, { at }));
}
