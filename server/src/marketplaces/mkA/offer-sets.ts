import type { MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import type { OfferSetSpec, OfferSpec } from '../specifications.ts';
import type { CatalogPort } from './catalog.ts';
import { planOfferSet, planRelease, refusalsOfSet } from './change-set/offer-set.ts';
import type { ChangeSets } from './change-sets.ts';
import { refusal } from './errors.ts';

type Port = Required<Pick<MarketplaceAdapter, 'createOfferSet' | 'findOfferSet' | 'releaseOfferSet'>>;
type Shown = { State?: string; AssociatedOffers?: readonly { OfferId?: string }[] };

/** What of a set and its offers the marketplace is known to refuse, without asking it. */
export const validateOfferSet = (
  spec: OfferSetSpec,
  offers: readonly OfferSpec[],
): { pointer: string; message: string }[] =>
  refusalsOfSet(spec, offers).map(({ pointer, readable }) => ({ pointer, message: readable }));

/** Creates the part of the port that is about offer sets. */
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
        // The same key with another name is refused: the set was taken before it was renamed.
        const isRefused = error instanceof MarketplaceError && error.kind === 'refused';
        const made = isRefused ? await changeSets.find('set', spec.key) : undefined;
        if (made) return made;
        throw error;
      }),
    findOfferSet: (key) => changeSets.find('set', key),
    releaseOfferSet: async (externalId, spec, externalOfferIds, key) => {
      const shown = await catalog.describe(externalId);
      if (shown?.type !== 'OfferSet')
        throw refusal('ResourceNotFoundException', 'The marketplace has no such offer set of this seller.');
      const { State, AssociatedOffers = [] } = shown.details as Shown;
      // Asked once more after its answer was lost, one that is shown stays so.
      if (State === 'Released') return { state: 'DONE', externalId };
      const associated = AssociatedOffers.flatMap(({ OfferId }) => OfferId ?? []);
      const changes = planRelease(externalId, spec, externalOfferIds, associated);
      return changeSets.start('release', changes, key, { name: spec.key, externalId });
    },
  };
}
