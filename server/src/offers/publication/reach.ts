import type { AdapterRegistry, MarketplaceAdapter } from '../../marketplaces/index.ts';
import type { JobRun } from '../../platform/jobs/queue.ts';
import type { OfferRow } from '../columns.ts';
import { findOffer } from '../store.ts';

/** An offer as its marketplace has it. */
export type Reached = { offer: OfferRow; partner: string; externalId: string; adapter: MarketplaceAdapter };

/** What a job about an offer at its marketplace needs, or why there is nothing to do. */
export async function reach(
  job: JobRun<{ offerId: string }>,
  registry: AdapterRegistry,
  waits: (offer: OfferRow) => boolean,
): Promise<Reached | string> {
  const { offer, environment } = await job.transaction(async (scope) => ({
    offer: await findOffer(scope, job.payload.offerId),
    environment: scope.environment,
  }));
  if (!offer || !waits(offer)) return 'nothing to do: the offer does not wait for this';
  const partner = offer.partner ?? '';
  const adapter = registry.find({ organizationId: job.organizationId, environment }, partner);
  if (!adapter) throw new Error(`no integration with ${partner}`);
  const externalId = offer.external_id ?? (await adapter.findOffer(offer.id))?.externalId;
  if (!externalId) return 'nothing to do: the marketplace has no such offer';
  return { offer, partner, externalId, adapter };
}
