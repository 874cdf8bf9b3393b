import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';

/** The day of each month on which the sandbox's marketplaces bill what was sold in the last one, and pay out. */
export const payoutDay = 3;

/** What was sold since the one time and before the other is billed. */
export type PayoutPeriod = { partner: string; since: string; until: string };

/** A marketplace bills a month, and pays out what it billed a month before. */
export const payoutJob: JobDefinition<PayoutPeriod> = {
  kind: 'sandbox.payout',
  payload: z.object({ partner: z.string(), since: z.string(), until: z.string() }),
  lane: ({ partner }) => `sandbox-payout:${partner}`,
  slow: true,
  retry: backoff({ tries: 10 }),
};

/** The month after the one that ends at a time, and when it is billed. */
export function periodAfter(partner: string, since: Date): { period: PayoutPeriod; at: Date } {
  const [year, month] = [since.getUTCFullYear(), since.getUTCMonth()];
  const until = new Date(Date.UTC(year, month + 1, 1));
  return {
    period: { partner, since: since.toISOString(), until: until.toISOString() },
    at: new Date(Date.UTC(year, month + 1, payoutDay)),
  };
}

/** Has a marketplace that pays out bill from this month on, unless it does already. */
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
  // A past start is billed with the first month.
  const start = new Date(Math.min(Date.parse(startTime), scope.now.getTime()));
  const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), 1));
  const { period, at } = periodAfter(partner, scope.now);
  await scope.query(enqueue(scope, payoutJob, { ...period, since: first.toISOString() }, { at }));
}
