import { addUsedOfTerms, endedJob, lockForUsage, type UsageEntitlement } from '../../entitlements/index.ts';
import { type AdapterRegistry, traitsOf } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { appendEntries } from '../ledger/index.ts';
import { scheduleClosing } from './closing.ts';
import { entriesOfWriteOff } from './entries-of-step.ts';
import { enqueueSends, settleWaiting } from './run-job.ts';
import { saveBalances } from './settled-store.ts';
import { readStanding } from './standing-store.ts';

type Payload = { entitlementId: string; closes?: boolean | undefined };

/**
 * Settles the pending usage of an ended entitlement, because marketplaces accept its last usage only for a
 * short time, and moves lines that are scheduled after the end. After the deadline, the job writes off
 * fractions that are too small to send.
 */
export const endedJobHandler = (
  registry: AdapterRegistry,
  moveBeforeEnd: (
    scope: OrgTransaction,
    registry: AdapterRegistry,
    entitlement: UsageEntitlement,
  ) => Promise<void>,
): JobHandler<Payload> => ({
  definition: endedJob,
  run: async (job) => {
    const { entitlementId, closes = false } = job.payload;
    if (await job.transaction((scope) => hasWaitingUsage(scope, entitlementId)))
      await settleWaiting(job, registry, () => undefined);
    await job.finish(closes ? 'wrote off carried fractions' : 'settled waiting usage', async (scope) => {
      const [entitlement] = await lockForUsage(scope, [entitlementId]);
      if (!entitlement) return;
      if (closes) await writeOff(scope, job.jobId, entitlement);
      else {
        await moveBeforeEnd(scope, registry, entitlement);
        await scheduleClosing(scope, registry, entitlement);
      }
      await enqueueSends(scope);
    });
  },
});

async function hasWaitingUsage(scope: OrgTransaction, entitlementId: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'has_waiting_usage_of_entitlement',
    text: `SELECT FROM usage_group g JOIN usage_batch b ON b.organization_id = $1 AND b.id = g.batch_id
           WHERE g.organization_id = $1 AND g.entitlement_id = $2 AND b.run_id IS NULL LIMIT 1`,
    values: [scope.organizationId, entitlementId],
  });
  return rows.length > 0;
}

async function writeOff(
  scope: OrgTransaction,
  runId: string,
  { id, partner, status, terms }: UsageEntitlement,
): Promise<void> {
  if (status !== 'CANCELLED') return;
  const { carry } = await readStanding(
    scope,
    terms.map((term) => term.id),
  );
  const left = [...carry].flatMap(([termId, units]) =>
    [...units].map(([dimension, quantity]) => ({ termId, dimension, quantity })),
  );
  if (left.length === 0) return;
  await appendEntries(
    scope,
    left.flatMap(({ termId, dimension, quantity }) =>
      entriesOfWriteOff({ entitlementId: id, termId, runId }, dimension, quantity),
    ),
  );
  await scope.query(
    saveBalances({
      balances: left.map(({ termId, dimension }) => ({
        organization_id: scope.organizationId,
        entitlement_term_id: termId,
        dimension,
        carry: new Exact(0).toFixed(),
      })),
    }),
  );
  if (!traitsOf(partner).showsFractions) return;
  await addUsedOfTerms(
    scope,
    [...carry.keys()].map((termId) => ({
      entitlement_id: id,
      id: termId,
      used_credit_amount: '0',
      used_commit_amount: '0',
      reported_amount: '0',
      decimal_parts: '{}',
      more_counts: null,
    })),
  );
}
