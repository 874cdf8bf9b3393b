import type { MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import type { OfferSetSpec, OfferSpec } from '../specifications.ts';
import type { CatalogPort } from './catalog.ts';
import { planOfferSet, planRelease, refusalsOfSet } from './change-set/offer-set.ts';
import type { ChangeSets } from './change-sets.ts';
import { refusal } from './errors.ts';

type Port = Required<Pick<MarketplaceAdapter, 'createOfferSet' | 'findOfferSet' | 'releaseOfferSet'>>;
type OfferSetDetails = { State?: string; AssociatedOffers?: readonly { OfferId?: string }[] };

/** Finds reasons why the marketplace would reject the set, without a call. */
export const validateOfferSet = (
  spec: OfferSetSpec,
  offers: readonly OfferSpec[],
): { pointer: string; message: string }[] =>
  refusalsOfSet(spec, offers).map(({ pointer, readable }) => ({ pointer, message: readable }));

/** Creates the adapter methods for offer sets. */
export function createOfferSetPort({
  catalog,
  changeSets,
}: {
  catalog: CatalogPort;
  changeSets: ChangeSets;
}): Port {
  return {
    createOfferSet: (spec, key) =>
      changeSets.start('set', planOfferSet(spec), key, { name: spec.key }).catch(async (error: unknown) => {
        // The marketplace rejects a repeated key with a different name: the set was created before the
        // renaming.
        const isRefused = error instanceof MarketplaceError && error.kind === 'refused';
        const made = isRefused ? await changeSets.find('set', spec.key) : undefined;
        if (made) return made;
        throw error;
      }),
    findOfferSet: (key) => changeSets.find('set', key),
    releaseOfferSet: async (externalId, spec, externalOfferIds, key) => {
      const shown = await catalog.describe(externalId);
      if (shown?.type !== 'OfferSet')
        throw refusal('ResourceNotFoundException', 'The seller has no such offer set at the marketplace.');
      const { State, AssociatedOffers = [] } = shown.details as OfferSetDetails;
      // After a lost response, a retry leaves a published set unchanged.
      if (State === 'Released') return { state: 'DONE', externalId };
      const associated = AssociatedOffers.flatMap(({ OfferId }) => OfferId ?? []);
      const changes = planRelease(externalId, spec, externalOfferIds, associated);
      return changeSets.start('release', changes, key, { name: spec.key, externalId });
    },
  };
}
