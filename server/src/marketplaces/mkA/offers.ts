import type { MarketplaceAdapter } from '../adapter.ts';
import type { Change } from '../changes.ts';
import { MarketplaceError } from '../errors.ts';
import { inOrder } from '../in-order.ts';
import type { OfferSnapshot } from '../snapshots.ts';
import type { OfferSpec } from '../specifications.ts';
import type { AgreementCalls } from './agreements/agreement-calls.ts';
import type { Calls } from './calls.ts';
import type { CatalogPort, Entity } from './catalog.ts';
import { authorizationDetails } from './change-set/authorization.ts';
import { dayOf } from './change-set/days.ts';
import { planOffer } from './change-set/offer.ts';
import type { Refusal } from './change-set/report.ts';
import { authorizationIn } from './change-set/resold.ts';
import { cancellationDays, planCancellation, planExtension, planUpdate } from './change-set/updates.ts';
import type { ChangeSets } from './change-sets.ts';
import { refusal } from './errors.ts';
import type { EulaStore } from './eula.ts';
import { changedSince, type Part, readPart } from './lists.ts';
import type { ProductFacts } from './products.ts';
import { showAuthorization, showOffer } from './shown/offer.ts';
import type { AuthorizationDetails, OfferDetails } from './shown/offer-details.ts';

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

/** Throws all known reasons for a rejection, with their messages. */
function refuse(refusals: readonly Refusal[]): void {
  const [first] = refusals;
  if (first) throw refusal(first.code, refusals.map(({ readable }) => readable).join(' '));
}

/**
 * Creates the function that builds an offer snapshot from the catalogue's record and the offer's agreements.
 */
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

/** Creates the function that creates offers. For a repeated key, the existing offer is returned. */
function createMake({ catalog, changeSets, products, eulas, now }: Deps) {
  return async (spec: OfferSpec, key: string): Promise<Change> => {
    const today = () => dayOf(now().toISOString());
    refuse(planOffer(spec, { today: today() }).refusals);
    const kind = spec.externalProductId ? await products.kindOf(spec.externalProductId) : undefined;
    const offerSetId = offerSetIn(spec);
    const authorization = await authorizationOf(catalog, spec);
    const placed = { ...spec, info: await eulas.place(spec) };
    // Plans again after the check: copying documents takes time, and the day may have changed.
    const plan = planOffer(placed, { today: today(), kind, offerSetId, authorization });
    refuse(plan.refusals);
    return changeSets
      .start('offer', plan.changes, key, { name: spec.key, warnings: plan.warnings })
      .catch(orTakenBefore(() => changeSets.find('offer', spec.key)));
  };
}

/** Reads the authorization that an offer resells, unless the caller has it. */
async function authorizationOf(
  catalog: CatalogPort,
  spec: OfferSpec,
): Promise<AuthorizationDetails | undefined> {
  const id = authorizationIn(spec);
  if (!id || authorizationDetails(spec)) return undefined;
  return (await catalog.describe(id))?.details as AuthorizationDetails | undefined;
}

/**
 * Finds the earlier change if the marketplace rejects a repeated key because of different content, such as a
 * different day or document URL.
 */
const orTakenBefore =
  (find: () => Promise<Change | undefined>) =>
  async (error: unknown): Promise<Change> => {
    const isRefused = error instanceof MarketplaceError && error.kind === 'refused';
    const taken = isRefused ? await find() : undefined;
    if (taken) return taken;
    throw error;
  };

/** Creates the adapter methods for private offers and resale authorizations. */
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
      const plan = planUpdate(externalId, wanted, Terms);
      refuse(plan.refusals);
      return changeSets.start('update', plan.changes, key, { externalId });
    },
    extendOffer: async (externalId, expireTime, key) => {
      const { Terms = [] } = (await requireOffer(externalId)).details as OfferDetails;
      const { changes, refusals } = planExtension(externalId, expireTime, Terms);
      refuse(refusals);
      return changeSets.start('extend', changes, key, { externalId });
    },
    cancelOffer: async (externalId, key) => {
      const entity = await requireOffer(externalId);
      // After a lost response, a retry leaves a withdrawn offer unchanged.
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
      throw refusal('ResourceNotFoundException', 'The seller has no such offer at the marketplace.');
    return entity;
  }
}

/**
 * Returns the offer set id of an offer: the id of the set for which the offer is created, or the
 * marketplace's own set id.
 */
const offerSetIn = ({ info, externalSetId }: OfferSpec): string | undefined => {
  const id = externalSetId ?? info.mkAOfferSetId;
  return typeof id === 'string' && id.startsWith('offerset-') ? id : undefined;
};

/**
 * The lists that are read in sequence: private offers, granted authorizations, and received authorizations.
 */
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
    noun: 'the resale authorizations that the seller gives',
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
    noun: 'the resale authorizations that the seller receives',
    query: (since) => ({
      type: 'ResaleAuthorization',
      filters: {
        // Withdrawn authorizations are listed only in incremental reads, because a new record of such an
        // authorization would be useless.
        ResaleAuthorizationFilters: {
          Status: { ValueList: since === undefined ? ['Active'] : ['Active', 'Restricted'] },
          ...changedSince(since),
        },
      },
      ownership: 'SHARED',
    }),
  },
];
