import { type AdapterRegistry, observeJob } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueueUnlessWaiting } from '../../platform/jobs/enqueue-many.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { nextReconciliation, type ReconciliationWait, reconciliationJob } from '../change/index.ts';
import { heldAgreements } from './missing-agreements.ts';

/** The number of agreements that are asked for in one transaction. */
const portion = 500;

/**
 * Has all agreements of a partner read again that have not ended. An integration whose marketplace lists its agreements is
 * compared with that list each night, which finds the same with fewer calls.
 */
export const reconcileJobHandler = (registry: AdapterRegistry): JobHandler<ReconciliationWait> => ({
  definition: reconciliationJob,
  run: async (job) => {
    const { partner } = job.payload;
    const adapter = registry.find(job, partner);
    if (!adapter) return job.finish(`no integration with ${partner}`);
    if (job.environment !== 'TEST' && adapter.listAgreements) return job.finish('compared by lists');
    let [after, count]: [string | undefined, number] = ['', 0];
    while (after !== undefined) {
      const from: string = after;
      await job.note(async (scope) => {
        const held = await readAgain(scope, partner, from);
        count += held.length;
        after = held.length === portion ? held.at(-1)?.id : undefined;
      });
    }
    await job.repeat('all have ended', async (scope) =>
      count === 0 ? undefined : nextReconciliation(scope, job.payload),
    );
  },
});

async function readAgain(scope: OrgTransaction, partner: string, after: string) {
  const held = await heldAgreements(scope, partner, { after, before: scope.now, most: portion });
  const jobs = held.map(({ externalId }) => ({
    scope,
    definition: observeJob,
    payload: { partner, kind: 'AGREEMENT' as const, externalId },
    at: scope.now,
  }));
  if (jobs.length > 0) await scope.query(enqueueUnlessWaiting(jobs));
  return held;
}
