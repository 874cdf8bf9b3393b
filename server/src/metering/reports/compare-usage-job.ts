import { z } from 'zod';
import {
  type AdapterRegistry,
  type ListedUsage,
  type MarketplaceAdapter,
  marketplaceJobHandler,
  marketplaceRetry,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { enqueue, type JobDefinition, type JobHandler, type JobRun } from '../../platform/jobs/queue.ts';
import { type AcceptedDay, compareUsage } from './compare-usage.ts';
import { settleReports } from './report-store.ts';

type Payload = { partner: string };

/** Compares the accepted usage of the last days with the list of the marketplace, every 24 hours. */
export const compareUsageJob: JobDefinition<Payload> = {
  kind: 'metering.compareUsage',
  payload: z.object({ partner: z.string() }),
  lane: ({ partner }) => `usage-compare:${partner}`,
  slow: true,
  retry: marketplaceRetry,
};

const dayMs = 24 * 3_600_000;
/**
 * Ages of the compared days, in days. The usage of a younger day may still be reported. Marketplaces decide
 * within a few days what they bill.
 */
const [youngest, oldest] = [2, 8];

/** Schedules the comparison for a marketplace that lists usage, unless it is scheduled. */
export async function scheduleComparison(scope: OrgTransaction, partner: string): Promise<void> {
  const scheduled = await scope.query<{ id: string }>({
    name: 'find_usage_comparison',
    text: `SELECT j.id FROM job j WHERE j.organization_id = $1 AND j.kind = $2 AND j.lane = $3 AND j.finished_at IS NULL LIMIT 1`,
    values: [scope.organizationId, compareUsageJob.kind, compareUsageJob.lane({ partner })],
  });
  if (scheduled.length > 0) return;
  await scope.query(enqueue(scope, compareUsageJob, { partner }, { at: tomorrow(scope) }));
}

const tomorrow = ({ now }: Pick<OrgTransaction, 'now'>): Date => new Date(now.getTime() + dayMs);

type ListedDay = { day: string; listed: readonly ListedUsage[] };

/** Creates the handler of the comparison. A refusal is retried with the next comparison. */
export const compareUsageJobHandler = (registry: AdapterRegistry): JobHandler<Payload> =>
  marketplaceJobHandler<Payload, Payload & { now: Date }, readonly ListedDay[]>(registry, {
    definition: compareUsageJob,
    load: async ({ now }, { partner }) => ({ partner, now }),
    onNotConnected: (job) => job.finish('no integration'),
    call: ({ adapter, now }) => listDays(adapter, now),
    finish: (job, days) =>
      again(job, `compared ${days.length} days`, async (scope) => {
        for (const day of days) await applyDay(scope, job.payload.partner, day);
      }),
    onFailure: (job, { readable }) => again(job, `refused: ${readable}`),
  });

const again = (
  job: JobRun<Payload>,
  outcome: string,
  work: (scope: OrgTransaction) => Promise<void> = async () => {},
): Promise<void> =>
  job.repeat(outcome, async (scope) => {
    await work(scope);
    return { at: tomorrow(scope), payload: job.payload };
  });

async function listDays(adapter: MarketplaceAdapter, now: Date): Promise<ListedDay[]> {
  const days: ListedDay[] = [];
  for (let age = oldest; age >= youngest; age--) {
    const day = new Date(now.getTime() - age * dayMs).toISOString().slice(0, 10);
    const listed = await adapter.listUsage?.(day);
    if (listed) days.push({ day, listed });
  }
  return days;
}

type DayRow = RowOf<'usage_line', 'dimension' | 'quantity' | 'report_id' | 'difference'> & {
  agreement_id: string;
  line_id: string;
};

/** Records new differences on the last line of the day, each with one alert, and removes those that have ended. */
async function applyDay(scope: OrgTransaction, partner: string, { day, listed }: ListedDay): Promise<void> {
  const rows = await readAcceptedDay(scope, partner, day);
  const accepted = rows.map(
    ({ agreement_id: agreementId, dimension, quantity }): AcceptedDay => ({
      agreementId,
      dimension,
      quantity,
    }),
  );
  const differences = compareUsage(day, accepted, listed);
  for (const [index, row] of rows.entries()) {
    const difference = differences[index] ?? null;
    if (difference === row.difference) continue;
    await scope.query({
      name: 'note_difference_of_usage',
      text: 'UPDATE usage_line SET difference = $3, last_update_time = $4 WHERE organization_id = $1 AND id = $2',
      values: [scope.organizationId, row.line_id, difference, scope.now],
    });
    const alerts = new Map(difference === null ? [] : [[row.report_id, [difference]]]);
    await settleReports(scope, [row.report_id], { alerts });
  }
}

/** Reads the accepted usage of a day by agreement and dimension, with the last line of each. */
const readAcceptedDay = (scope: OrgTransaction, partner: string, day: string): Promise<DayRow[]> =>
  scope.query<DayRow>({
    name: 'accepted_usage_of_day',
    text: `SELECT e.external_id AS agreement_id, l.dimension, trim_scale(sum(l.quantity))::text AS quantity,
             (array_agg(l.id ORDER BY l.bucket_hour DESC))[1] AS line_id,
             (array_agg(l.report_id ORDER BY l.bucket_hour DESC))[1] AS report_id,
             (array_agg(l.difference ORDER BY l.bucket_hour DESC))[1] AS difference
           FROM usage_line l JOIN entitlement e ON e.organization_id = l.organization_id AND e.id = l.entitlement_id
           WHERE l.organization_id = $1 AND l.partner = $2 AND l.state = 'ACCEPTED'
             AND l.bucket_hour >= $3::timestamptz AND l.bucket_hour < $3::timestamptz + interval '24 hours'
             AND e.external_id IS NOT NULL
           GROUP BY e.external_id, l.dimension HAVING sum(l.quantity) > 0 ORDER BY 1, 2`,
    values: [scope.organizationId, partner, `${day}T00:00:00Z`],
  });
