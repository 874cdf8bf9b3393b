import { LRUCache } from 'lru-cache';
import type { MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import type { ProductSnapshot } from '../snapshots.ts';
import type { JsonObject } from '../specifications.ts';
import { managerRole } from './calls.ts';
import type { Catalogue, Resource } from './catalogue.ts';
import { refusal } from './errors.ts';
import { isSame, type Plan, type Subscription } from './fulfilment/records.ts';
import { statusOf } from './fulfilment/show.ts';
import type { Subscriptions } from './fulfilment/subscriptions.ts';
import { dimensionsOf } from './fulfilment/terms.ts';

type Port = Pick<
  MarketplaceAdapter,
  'createProduct' | 'findProduct' | 'updateProduct' | 'publishProduct' | 'readProduct' | 'listProducts'
>;

const mostKnown = 1000;
/** Pages of subscriptions to read in search of a listing. */
const mostPages = 20;

/** Begins the cursors of the list of subscriptions, which is read instead of the catalogue. */
const bySubscriptions = 'subscriptions ';

type Deps = { subscriptions: Subscriptions; catalogue: Catalogue };

/**
 * Creates the adapter methods for listings, which the marketplace calls offers. Without the role that reads the
 * catalogue, they are found through their subscriptions, whose plans can be read.
 */
export function createProductPort({ subscriptions, catalogue }: Deps): Port {
  /** A subscription of each known listing. */
  const known = new LRUCache<string, string>({ max: mostKnown });
  const keep = (page: readonly Subscription[]) => {
    for (const one of page) {
      const isLive = statusOf(one) !== 'CANCELLED';
      if (one.offerId && one.id && (isLive || !known.has(one.offerId))) known.set(one.offerId, one.id);
    }
  };
  async function subscriptionOf(offerId: string): Promise<string | undefined> {
    let token: string | undefined;
    for (let pages = 0; !known.has(offerId) && pages < mostPages; pages += 1) {
      const page = await subscriptions.page(token);
      keep(page.subscriptions);
      token = page.next;
      if (!token) break;
    }
    return known.get(offerId);
  }
  /** Lists the listings that have subscriptions. */
  async function listBought(cursor: string | undefined) {
    const page = await subscriptions.page(cursor);
    keep(page.subscriptions);
    const ids = new Set(page.subscriptions.flatMap(({ offerId }) => offerId ?? []));
    return {
      items: [...ids].map((externalId) => ({ externalId })),
      cursor: page.next && `${bySubscriptions}${page.next}`,
      refused: [withoutCatalogue],
    };
  }
  return {
    readProduct: async (externalId) => {
      const resource = await catalogue.find(externalId).catch(noneWithoutRole);
      const id = await subscriptionOf(externalId);
      if (!resource && id === undefined) return undefined;
      const bought = id === undefined ? [] : await subscriptions.plans(id);
      const others = resource && isInDollars(bought) ? await othersOf(resource, bought) : [];
      return showProduct({ externalId, resource, plans: [...bought, ...others], isBought: id !== undefined });
    },
    listProducts: async ({ cursor } = {}) => {
      if (cursor?.startsWith(bySubscriptions)) return listBought(cursor.slice(bySubscriptions.length));
      const page = await catalogue.page(cursor).catch(noneWithoutRole);
      if (!page) return listBought(undefined);
      const items = page.items.flatMap(({ identity }) => identity?.externalId ?? []);
      return { items: items.map((externalId) => ({ externalId })), cursor: page.cursor };
    },
    findProduct: async () => undefined,
    createProduct: () => inPortal('creates listings'),
    updateProduct: () => inPortal('changes listings'),
    publishProduct: () => inPortal('publishes listings'),
  };

  function othersOf(resource: Resource, bought: readonly Plan[]): Promise<Plan[]> {
    return catalogue.plans(resource, new Set(bought.flatMap(({ planId }) => planId ?? [])));
  }
}

const withoutCatalogue = `Only listings with purchases are read, without their names: the application lacks the role ${managerRole} in Partner Center.`;

/** Subscriptions work without the role, so its absence must not affect the integration. */
function noneWithoutRole(error: unknown): undefined {
  if (error instanceof MarketplaceError && error.missingRight !== undefined) return undefined;
  throw error;
}

const inPortal = async (what: string): Promise<never> => {
  throw refusal(
    'NOT_SUPPORTED',
    `The marketplace ${what} only in its own portal. Use the portal, then synchronize.`,
  );
};

/** The catalogue has prices in USD only, which must not be mixed with other currencies. */
const isInDollars = (plans: readonly Plan[]): boolean => {
  const currency = currencyOf(plans);
  return currency === undefined || currency === 'USD';
};

const currencyOf = (plans: readonly Plan[]): string | undefined =>
  plans
    .flatMap(({ planComponents }) => planComponents?.recurrentBillingTerms ?? [])
    .find((term) => term.currency)?.currency;

type Shown = {
  externalId: string;
  /** The product in the catalogue; undefined without the role that reads the catalogue. */
  resource: Resource | undefined;
  plans: readonly Plan[];
  isBought: boolean;
};

/** Shows a listing with the prices of its plans. Whether a listing without purchases is public is unknown. */
function showProduct({ externalId, resource, plans, isBought }: Shown): ProductSnapshot {
  const currency = currencyOf(plans);
  return {
    key: undefined,
    externalId,
    status: isBought ? 'PUBLIC' : 'CREATED',
    name: resource?.alias || undefined,
    productType: undefined,
    fulfillmentUrl: undefined,
    vendorName: undefined,
    failure: undefined,
    terms: {
      ...(currency ? { currency } : {}),
      commits: plans.flatMap(commitsOf),
      dimensions: plans.flatMap((plan) => dimensionsOf(plan)),
    },
    mirror: resource ? { mkBProductResource: { product: productOf(resource) } } : {},
  };
}

const productOf = ({ id, type, alias, identity }: Resource): JsonObject => ({
  ...(id ? { id: id.toLowerCase() } : {}),
  ...(type ? { type } : {}),
  ...(alias ? { alias } : {}),
  ...(identity?.externalId ? { identity: { externalId: identity.externalId } } : {}),
});

/** Lists the prices of a plan: one for each length of its terms. */
const commitsOf = (plan: Plan) =>
  (plan.planComponents?.recurrentBillingTerms ?? []).map(({ price, termUnit = '' }) => ({
    key: plan.planId,
    name: plan.displayName ?? plan.planId,
    type: plan.isPricePerSeat ? 'PER_USER' : 'FLAT_RATE',
    rate: price,
    length: Number(/\d+/.exec(termUnit)?.[0] ?? 1),
    timeUnit: isSame(termUnit.slice(-1), 'Y') ? 'YEAR' : 'MONTH',
    ...(plan.isPricePerSeat ? { minimumUsers: plan.minQuantity, maximumUsers: plan.maxQuantity } : {}),
  }));
