import type { MarketplaceSteps } from '../../marketplaces/index.ts';
import type { OfferRow } from '../columns.ts';
import { findOffer } from '../store.ts';

/** An offer at its marketplace, as the jobs about it need it. */
export type Reached = {
  offer: OfferRow;
  partner: string;
  /** Empty until the marketplace was asked for it, where its answer to the creation was lost. */
  externalId: string;
};

/** The first steps of a job about an offer that is at its marketplace. */
export const reachOffer = (
  waits: (offer: OfferRow) => boolean,
): Required<Pick<MarketplaceSteps<{ offerId: string }, Reached, never>, 'load' | 'complete'>> => ({
  load: async (scope, { offerId }) => {
    const offer = await findOffer(scope, offerId);
    if (!offer || !waits(offer)) return 'nothing to do: the offer does not wait for this';
    return { offer, partner: offer.partner ?? '', externalId: offer.external_id ?? '' };
  },
  complete: async ({ adapter, ...reached }) => {
    const externalId = reached.externalId || (await adapter.findOffer?.(reached.offer.id))?.externalId;
    return externalId ? { ...reached, externalId } : 'nothing to do: the marketplace has no such offer';
  },
});
