import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { sendJob } from '../send-job-definition.ts';

type Payload = { partner: string };

/**
 * Enqueues the send job at a time by the organization’s clock at which lines are due or need an alert.
 * Scheduled jobs have separate queue keys, because a scheduled job blocks the later jobs of its key.
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

/** Schedules the next check of a marketplace’s lines, unless an earlier check is scheduled. */
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
