import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';

/**
 * The day of the month on which the sandbox's marketplaces bill the sales of the previous month and pay out
 * earlier bills.
 */
export const payoutDay = 3;

/** The billed period: sales from `since` and before `until`. */
export type PayoutPeriod = { partner: string; since: string; until: string };

/** Bills the sales of a month at a marketplace, and pays out earlier bills. */
export const payoutJob: JobDefinition<PayoutPeriod> = {
  kind: 'sandbox.payout',
  payload: z.object({ partner: z.string(), since: z.string(), until: z.string() }),
  lane: ({ partner }) => `sandbox-payout:${partner}`,
  slow: true,
  retry: backoff({ tries: 10 }),
};

/** Returns the month that starts at the given time, and the time of its billing. */
export function periodAfter(partner: string, since: Date): { period: PayoutPeriod; at: Date } {
  const [year, month] = [since.getUTCFullYear(), since.getUTCMonth()];
  const until = new Date(Date.UTC(year, month + 1, 1));
  return {
    period: { partner, since: since.toISOString(), until: until.toISOString() },
    at: new Date(Date.UTC(year, month + 1, payoutDay)),
  };
}

/** Schedules the billing of a marketplace that pays out, from this month on, unless already scheduled. */
export async function schedulePayout(
  scope: OrgTransaction,
  partner: string,
  startTime: string,
): Promise<void> {
  const [known] = await scope.query<RowOf<'job', 'id'>>({
    name: 'sandbox_waiting_payout',
    text: `SELECT j.id FROM job j WHERE j.organization_id = $1 AND j.lane = $2 AND j.finished_at IS NULL LIMIT 1`,
    values: [scope.organizationId, payoutJob.lane({ partner, since: '', until: '' })],
  });
  if (known) return;
  // The first billing includes sales since a start in the past.
  const start = new Date(Math.min(Date.parse(startTime), scope.now.getTime()));
  const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), 1));
  const { period, at } = periodAfter(partner, scope.now);
  await scope.query(enqueue(scope, payoutJob, { ...period, since: first.toISOString() }, { at }));
}
