import type { MarketplaceAdapter } from '../adapter.ts';
import type { Change } from '../changes.ts';
import { MarketplaceError } from '../errors.ts';
import type { OfferSnapshot } from '../snapshots.ts';
import type { OfferSpec } from '../specifications.ts';
import type { AgreementCalls } from './agreements/agreement-calls.ts';
import type { Calls } from './calls.ts';
import type { CatalogPort, Entity } from './catalog.ts';
import { dayOf } from './change-set/days.ts';
import { planOffer } from './change-set/offer.ts';
import type { Refusal } from './change-set/report.ts';
import { cancellationDays, planCancellation, planExtension, planUpdate } from './change-set/updates.ts';
import type { ChangeSets } from './change-sets.ts';
import { refusal } from './errors.ts';
import type { EulaStore } from './eula.ts';
import { inOrder } from './in-order.ts';
import { changedSince, type Part, readPart } from './lists.ts';
import type { ProductFacts } from './products.ts';
import { showAuthorization, showOffer } from './shown/offer.ts';
import type { OfferDetails } from './shown/offer-details.ts';

type Port = Required<
  Pick<
    MarketplaceAdapter,
    | 'createOffer'
    | 'findOffer'
    | 'readOffer'
    | 'updateOffer'
    | 'extendOffer'
    | 'cancelOffer'
    | 'readChange'
    | 'listOffers'
  >
>;

type Deps = {
  account: Calls['account'];
  catalog: CatalogPort;
  changeSets: ChangeSets;
  agreements: AgreementCalls;
  products: ProductFacts;
  eulas: EulaStore;
  now: () => Date;
};

/** What of an offer the marketplace is known to refuse, without asking it. */
export const validateOffer =
  (now: () => Date) =>
  (spec: OfferSpec): { pointer: string; message: string }[] =>
    planOffer(spec, { today: dayOf(now().toISOString()) }).refusals.map(({ pointer, readable }) => ({
      pointer,
      message: readable,
    }));

/** Throws what is known to be refused, all of it in words. */
function refuse(refusals: readonly Refusal[]): void {
  const [first] = refusals;
  if (first) throw refusal(first.code, refusals.map(({ readable }) => readable).join(' '));
}

/** Shows what the catalogue says of an offer, and whether it was accepted. */
function createShow({ account, agreements, now }: Deps) {
  return async (entity: Entity | undefined): Promise<OfferSnapshot | undefined> => {
    if (!entity) return undefined;
    const seller = { account: await account(), now: now() };
    if (entity.type === 'ResaleAuthorization') return showAuthorization(entity, seller);
    if (entity.type !== 'Offer') return undefined;
    const found = await agreements.search({ OfferId: entity.id });
    const states = found.agreements.map(({ status = 'ACTIVE' }) => status);
    return showOffer(entity, states, seller);
  };
}

/** Makes offers; one that was made by a key before is found again. */
function createMake({ changeSets, products, eulas, now }: Deps) {
  return async (spec: OfferSpec, key: string): Promise<Change> => {
    const today = () => dayOf(now().toISOString());
    refuse(planOffer(spec, { today: today() }).refusals);
    const kind = spec.externalProductId ? await products.kindOf(spec.externalProductId) : undefined;
    const offerSetId = offerSetIn(spec);
    const placed = { ...spec, info: await eulas.place(spec) };
    // Anew: documents take their time, and a day may have ended.
    const plan = planOffer(placed, { today: today(), kind, offerSetId });
    refuse(plan.refusals);
    return changeSets
      .start('offer', plan.changes, key, { name: spec.key, warnings: plan.warnings })
      .catch(orTakenBefore(() => changeSets.find('offer', spec.key)));
  };
}

/** The same key in other words is refused: on another day, or by another address of a document. It was taken before. */
const orTakenBefore =
  (find: () => Promise<Change | undefined>) =>
  async (error: unknown): Promise<Change> => {
    const isRefused = error instanceof MarketplaceError && error.kind === 'refused';
    const taken = isRefused ? await find() : undefined;
    if (taken) return taken;
    throw error;
  };

/** Creates the part of the port that is about private offers and rights to resell. */
export function createOfferPort(deps: Deps): Port {
  const { catalog, changeSets, now } = deps;
  const show = createShow(deps);

  return {
    createOffer: createMake(deps),
    findOffer: (key) => changeSets.find('offer', key),
    readOffer: async (externalId) => show(await catalog.describe(externalId)),
    updateOffer: async (externalId, wanted, key) => {
      refuse(planUpdate(externalId, wanted).refusals);
      const { Terms = [] } = (await requireOffer(externalId)).details as OfferDetails;
      const plan = planUpdate(
        externalId,
        wanted,
        Terms.flatMap(({ Type }) => Type ?? []),
      );
      refuse(plan.refusals);
      return changeSets.start('update', plan.changes, key, { externalId });
    },
    extendOffer: async (externalId, expireTime, key) => {
      await requireOffer(externalId);
      return changeSets.start('extend', planExtension(externalId, expireTime), key, { externalId });
    },
    cancelOffer: async (externalId, key) => {
      const entity = await requireOffer(externalId);
      // Asked once more after its answer was lost, an offer that is over stays so.
      const shown = await show(entity);
      if (shown?.status === 'EXPIRED' || shown?.status === 'RESTRICTED') return { state: 'DONE', externalId };
      const { past } = cancellationDays(now());
      return changeSets
        .start('cancel', planCancellation(externalId, past), key, { externalId })
        .catch(orTakenBefore(() => changeSets.find('cancel', key)));
    },
    readChange: (handle) => changeSets.read(handle),
    listOffers: (query = {}) =>
      readPart(catalog, parts, query, async (ids) => {
        const items = await inOrder(await catalog.describeAll(ids), show);
        return items.filter((item): item is OfferSnapshot => item !== undefined);
      }),
  };

  async function requireOffer(externalId: string): Promise<Entity> {
    const entity = await catalog.describe(externalId);
    if (!entity || !['Offer', 'ResaleAuthorization'].includes(entity.type))
      throw refusal('ResourceNotFoundException', 'The marketplace has no such offer of this seller.');
    return entity;
  }
}

/** The offer set that an offer is made for, or names by the marketplace's own id. */
const offerSetIn = ({ info, externalSetId }: OfferSpec): string | undefined => {
  const id = externalSetId ?? info.mkAOfferSetId;
  return typeof id === 'string' && id.startsWith('offerset-') ? id : undefined;
};

/** What is listed one after another: private offers, rights that the seller gives, and those that it is given. */
const parts: readonly Part[] = [
  {
    name: 'offers',
    noun: 'private offers',
    query: (since) => ({
      type: 'Offer',
      filters: {
        OfferFilters: {
          State: { ValueList: ['Released'] },
          Targeting: { ValueList: ['BuyerAccounts'] },
          ...changedSince(since),
        },
      },
      sort: { OfferSort: { SortBy: 'LastModifiedDate', SortOrder: 'ASCENDING' } },
    }),
  },
  {
    name: 'given',
    noun: 'the rights to resell that the seller gives',
    query: (since) => ({
      type: 'ResaleAuthorization',
      filters: {
        ResaleAuthorizationFilters: {
          Status: { ValueList: ['Active', 'Restricted'] },
          ...changedSince(since),
        },
      },
      ownership: 'SELF',
    }),
  },
  {
    name: 'received',
    noun: 'the rights to resell that the seller is given',
    query: (since) => ({
      type: 'ResaleAuthorization',
      filters: {
        ResaleAuthorizationFilters: { Status: { ValueList: ['Active'] }, ...changedSince(since) },
      },
      ownership: 'SHARED',
    }),
  },
];
