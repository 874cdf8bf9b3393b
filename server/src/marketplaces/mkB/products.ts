import { LRUCache } from 'lru-cache';
import type { MarketplaceAdapter } from '../adapter.ts';
import type { ProductSnapshot } from '../snapshots.ts';
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

/**
 * Creates the adapter methods for listings, which the marketplace calls offers. The interface has no list of
 * them: they are found through their subscriptions, whose plans can be read.
 */
export function createProductPort(subscriptions: Subscriptions): Port {
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
  return {
    readProduct: async (externalId) => {
      const id = await subscriptionOf(externalId);
      return id === undefined ? undefined : showProduct(externalId, await subscriptions.plans(id));
    },
    listProducts: async ({ cursor } = {}) => {
      const page = await subscriptions.page(cursor);
      keep(page.subscriptions);
      const ids = new Set(page.subscriptions.flatMap(({ offerId }) => offerId ?? []));
      return { items: [...ids].map((externalId) => ({ externalId })), cursor: page.next };
    },
    findProduct: async () => undefined,
    createProduct: () => inPortal('creates listings'),
    updateProduct: () => inPortal('changes listings'),
    publishProduct: () => inPortal('publishes listings'),
  };
}

const inPortal = async (what: string): Promise<never> => {
  throw refusal(
    'NOT_SUPPORTED',
    `The marketplace ${what} only in its own portal. Use the portal, then synchronize.`,
  );
};

/** Shows a listing with the prices of its plans. Its name is not part of the interface. */
function showProduct(externalId: string, plans: readonly Plan[]): ProductSnapshot {
  const commits = plans.flatMap(commitsOf);
  const dimensions = plans.flatMap((plan) => dimensionsOf(plan));
  const currency = plans
    .flatMap(({ planComponents }) => planComponents?.recurrentBillingTerms ?? [])
    .find((term) => term.currency)?.currency;
  return {
    key: undefined,
    externalId,
    status: 'PUBLIC',
    name: undefined,
    productType: undefined,
    fulfillmentUrl: undefined,
    vendorName: undefined,
    failure: undefined,
    terms: { ...(currency ? { currency } : {}), commits, dimensions },
    mirror: {},
  };
}

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
