import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { detachJob } from '../wallets/index.ts';
import type { ProviderRegistry } from './provider.ts';

type DetachedMethod = { partner: string; external_id: string };

/**
 * Detaches the payment method of a deleted wallet from its customer at the provider, unless another wallet
 * uses this payment method.
 */
export const detachJobHandler = (providers: ProviderRegistry): JobHandler<{ walletId: string }> => ({
  definition: detachJob,
  run: async (job) => {
    const detached = await job.transaction((scope) => readDetached(scope, job.payload.walletId));
    const customers = detached && (await providers.find(job, detached.partner))?.customers;
    if (!customers) return job.finish('nothing to detach');
    await customers.detach(detached.external_id);
    await job.finish('detached');
  },
});

/** Reads the payment method of a deleted wallet; undefined if another wallet uses it. */
async function readDetached(scope: OrgTransaction, walletId: string): Promise<DetachedMethod | undefined> {
  const [row] = await scope.query<DetachedMethod>({
    name: 'detached_means_of_payment',
    text: `SELECT w.partner, w.external_id FROM wallet w
           WHERE w.organization_id = $1 AND w.id = $2 AND w.status = 'DELETED' AND w.external_id IS NOT NULL
             AND NOT EXISTS (SELECT FROM wallet o WHERE o.organization_id = $1 AND o.partner = w.partner
               AND o.external_id = w.external_id AND o.status <> 'DELETED')`,
    values: [scope.organizationId, walletId],
  });
  return row;
}
