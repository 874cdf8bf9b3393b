import { z } from 'zod';
import type { Notification, Schedule } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { AppError } from '../../platform/errors.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { findIntegration, type IntegrationRow, type Name } from './store.ts';
import { askPartner, keepOwnVerdict, type VerificationDeps } from './verify.ts';

const hourMs = 3_600_000;
/** Delay before a verification is retried after the partner could not be reached. */
const againMs = 600_000;

/** Verifies an integration each hour, as long as it exists. */
const reverifyJob: JobDefinition<Name> = {
  kind: 'integrations.verify',
  payload: z.object({ partner: z.string(), service: z.string() }),
  lane: ({ partner, service }) => `integration-verify:${partner}:${service}`,
  slow: true,
  retry: backoff({ tries: Number.POSITIVE_INFINITY }),
};

/**
 * Returns whether the job verifies an integration. An integration that was never verified is skipped, because
 * its seller may still be entering settings.
 */
const isForUs = (row: IntegrationRow): boolean => row.status !== 'CREATED' || row.last_verify_time !== null;

export const reverifyJobHandler = (deps: VerificationDeps): JobHandler<Name> => ({
  definition: reverifyJob,
  run: async (job) => {
    const { partner, service } = job.payload;
    const asked = await job.transaction((scope) => findIntegration(scope, partner, service));
    const verdict = asked && isForUs(asked) ? await verdictOf(asked) : undefined;
    await job.repeat('the integration was deleted', async (scope) => {
      if (!asked) return undefined;
      if (verdict && verdict !== 'AWAY') await keepOwnVerdict(scope, deps, asked, verdict);
      const later = verdict === 'AWAY' ? againMs : hourMs;
      return { at: new Date(scope.now.getTime() + later), payload: job.payload };
    });

    async function verdictOf(row: IntegrationRow) {
      try {
        return await askPartner(job, deps, row);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        job.log.warn({ err: error, partner }, 'could not verify an integration');
        return 'AWAY' as const;
      }
    }
  },
});

const changedIntegrations = ({ entityType, action, record }: Notification): Name[] =>
  entityType === 'INTEGRATION' && action !== 'DELETE'
    ? [{ partner: String(record.partner), service: String(record.service) }]
    : [];

/**
 * Starts the hourly verification when an integration is created, changed or verified, unless a job is
 * pending.
 */
export const reverifySchedule: Schedule = {
  kind: 'integrations.watch',
  nextTime: async (scope, notifications) => {
    // The sandbox accepts any credentials.
    if (scope.environment === 'TEST') return undefined;
    const named = new Map(
      notifications.flatMap(changedIntegrations).map((name) => [reverifyJob.lane(name), name] as const),
    );
    if (named.size === 0) return undefined;
    const waiting = await findLanes(scope, [...named.keys()]);
    const at = new Date(scope.now.getTime() + hourMs);
    for (const [lane, name] of named)
      if (!waiting.has(lane)) await scope.query(enqueue(scope, reverifyJob, name, { at }));
    return undefined;
  },
  recordDue: async () => undefined,
};

async function findLanes(scope: OrgTransaction, lanes: readonly string[]): Promise<Set<string>> {
  const rows = await scope.query<{ lane: string }>({
    name: 'find_integration_verifications',
    text: `SELECT j.lane FROM job j
           WHERE j.organization_id = $1 AND j.lane = ANY ($2::text[]) AND j.finished_at IS NULL`,
    values: [scope.organizationId, lanes],
  });
  return new Set(rows.map(({ lane }) => lane));
}
