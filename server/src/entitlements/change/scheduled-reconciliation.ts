import { z } from 'zod';
import { isDirect } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueueUnlessWaiting } from '../../platform/jobs/enqueue-many.ts';
import { backoff, type JobDefinition } from '../../platform/jobs/queue.ts';
import type { EntitlementRow } from '../columns.ts';

const dayMs = 86_400_000;
/** While a test clock runs through months in one go, agreements are read less and less often: up to once in so long. */
const longestAheadMs = 30 * dayMs;

/** `wallAt`: when the wait began, by the wall clock. */
export type ReconciliationWait = { partner: string; waitMs: number; wallAt: number };

/** Reads the agreements of a partner again that have not ended, each day: the notification of an end may have been lost. */
export const reconciliationJob: JobDefinition<ReconciliationWait> = {
  kind: 'entitlements.reconcile',
  payload: z.object({ partner: z.string(), waitMs: z.number(), wallAt: z.number() }),
  lane: ({ partner }) => `reconcile-agreements:${partner}`,
  slow: true,
  retry: backoff({ tries: Number.POSITIVE_INFINITY, longestMs: 3_600_000 }),
};

const firstWait = (scope: OrgTransaction, partner: string): ReconciliationWait => ({
  partner,
  waitMs: dayMs,
  wallAt: scope.wallNow.getTime(),
});

/** The wait after this one: a day, unless the clock ran ahead of the wall clock meanwhile. */
export function nextReconciliation(scope: OrgTransaction, { partner, waitMs, wallAt }: ReconciliationWait) {
  const ranAhead = scope.wallNow.getTime() - wallAt < waitMs / 2;
  const payload = firstWait(scope, partner);
  if (ranAhead) payload.waitMs = Math.min(2 * waitMs, longestAheadMs);
  return { at: new Date(scope.now.getTime() + payload.waitMs), payload };
}

/** Has the agreements of an entitlement's partner read each day from now on, unless they are. */
export async function scheduleReconciliation(
  scope: OrgTransaction,
  { partner, external_id: externalId }: Pick<EntitlementRow, 'partner' | 'external_id'>,
): Promise<void> {
  if (!partner || isDirect(partner) || externalId === null) return;
  const payload = firstWait(scope, partner);
  const at = new Date(scope.now.getTime() + payload.waitMs);
  await scope.query(enqueueUnlessWaiting([{ scope, definition: reconciliationJob, payload, at }]));
}

/** Brings reconciliations forward that wait for longer than a day, as they may after the test clock ran ahead. */
export async function hastenReconciliations(scope: OrgTransaction): Promise<void> {
  await scope.query({
    name: 'hasten_reconciliation_of_agreements',
    text: `UPDATE job j SET due_at = $3, ready_at = $4,
             payload = (j.payload::jsonb || jsonb_build_object('waitMs', $5::float8, 'wallAt', $6::float8))::json
           WHERE j.organization_id = $1 AND j.id IN (
             SELECT id FROM job WHERE organization_id = $1 AND kind = $2 AND finished_at IS NULL AND due_at > $3
               AND lease_token IS NULL FOR UPDATE SKIP LOCKED)`,
    values: [
      ...[scope.organizationId, reconciliationJob.kind, new Date(scope.now.getTime() + dayMs)],
      ...[new Date(scope.wallNow.getTime() + dayMs), dayMs, scope.wallNow.getTime()],
    ],
  });
}
