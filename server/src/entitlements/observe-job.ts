import { type AdapterRegistry, type Observe, observeJob } from '../marketplaces/index.ts';
import { observeOffer } from '../offers/index.ts';
import type { JobHandler } from '../platform/queue.ts';
import { observeProduct } from '../products/index.ts';
import { applyAgreement } from './agreements.ts';

/** Re-reads what a marketplace said had changed. Its notification is only the cause; what is read counts. */
export const observeJobHandler = (registry: AdapterRegistry): JobHandler<Observe> => ({
  definition: observeJob,
  run: async (job) => {
    const { partner, kind, externalId } = job.payload;
    const environment = await job.transaction(async (scope) => scope.environment);
    const adapter = registry.find({ organizationId: job.organizationId, environment }, partner);
    if (!adapter) return job.finish(`nothing to do: no integration with ${partner}`);
    if (kind === 'OFFER') {
      const snapshot = await adapter.readOffer(externalId);
      if (!snapshot) return job.finish('nothing to do: the marketplace has no such offer');
      return job.finish('observed', async (scope) => {
        await observeOffer(scope, partner, snapshot);
      });
    }
    if (kind === 'PRODUCT') {
      const listing = await adapter.readProduct(externalId);
      if (!listing) return job.finish('nothing to do: the marketplace has no such product');
      return job.finish('observed', (scope) => observeProduct(scope, partner, listing, job.payload.adopt));
    }
    const agreement = await adapter.readAgreement(externalId);
    if (!agreement) return job.finish('nothing to do: the marketplace has no such agreement');
    return job.finish('applied', (scope) => applyAgreement(scope, partner, agreement));
  },
});
