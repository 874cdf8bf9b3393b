import {
  type AdapterRegistry,
  type AgreementSnapshot,
  type MarketplaceAdapter,
  type Observe,
  type OfferSnapshot,
  observeJob,
} from '../../marketplaces/index.ts';
import { observeOffer } from '../../offers/index.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { observeProduct } from '../../products/index.ts';
import { applyAgreement } from './apply.ts';

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
    const offer = await offerOf(adapter, agreement);
    return job.finish('applied', (scope) => applyAgreement(scope, partner, { ...agreement, offer }));
  },
});

/** An agreement is not held back for what its marketplace shows of the offer: that is read with the next reading again. */
async function offerOf(
  adapter: MarketplaceAdapter,
  { externalOfferId }: AgreementSnapshot,
): Promise<OfferSnapshot | undefined> {
  if (externalOfferId === undefined) return undefined;
  return adapter.readOffer(externalOfferId).catch(() => undefined);
}
