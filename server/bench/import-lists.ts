import type {
  AdapterRegistry,
  AgreementSnapshot,
  MarketplaceAdapter,
  OfferSnapshot,
  Page,
  PageQuery,
} from '../src/marketplaces/index.ts';

/** Items on a page, as marketplaces return them. */
const pageSize = 100;
const buyers = 500;
const products = 20;
const dayMs = 86_400_000;
const begun = Date.UTC(2026, 0, 1);

/** The lists of a seller with many offers, each with an agreement. */
export type Lists = {
  listOffers(query?: PageQuery): Promise<Page<OfferSnapshot>>;
  listAgreements(query?: PageQuery): Promise<Page<AgreementSnapshot>>;
};

export function createLists(count: number): Lists {
  const page = async <Item>(make: (n: number) => Item, query: PageQuery = {}): Promise<Page<Item>> => {
    const from = Number(query.cursor ?? 0);
    const to = Math.min(count, from + pageSize);
    const items = Array.from({ length: to - from }, (_, index) => make(from + index));
    return { items, cursor: to < count ? `${to}` : undefined };
  };
  return {
    listOffers: (query) => page(offerOf, query),
    listAgreements: (query) => page(agreementOf, query),
  };
}

const offerOf = (n: number): OfferSnapshot => ({
  key: undefined,
  externalId: `offer-${String(n).padStart(8, '0')}`,
  status: 'ACCEPTED',
  privateOfferUrl: `https://marketplace.example.com/offers/${n}`,
  failure: undefined,
  mirror: {},
  madeElsewhere: {
    bySeller: true,
    name: `Offer ${n}`,
    offerType: 'PRIVATE',
    productId: undefined,
    externalProductId: `product-${n % products}`,
    externalBuyerId: `buyer-${n % buyers}`,
    buyerName: `Buyer ${n % buyers}`,
    expireTime: new Date(begun + 30 * dayMs).toISOString(),
    endTime: undefined,
    info: {
      currency: 'USD',
      eulaType: 'STANDARD',
      commits: [{ key: 'base', name: 'Base', rate: 1200 + n, length: 12, timeUnit: 'MONTH' }],
      dimensions: [{ key: 'calls', name: 'Calls', rate: 0.01, unit: 'Units' }],
    },
    metaInfo: {},
  },
});

/** Half of the agreements are active, the other half have ended. */
const agreementOf = (n: number): AgreementSnapshot => {
  const start = begun - (n % 2) * 700 * dayMs - (n % 300) * dayMs;
  return {
    externalId: `agreement-${String(n).padStart(8, '0')}`,
    status: n % 2 === 0 ? 'ACTIVE' : 'CANCELLED',
    externalStatus: n % 2 === 0 ? 'ACTIVE' : 'EXPIRED',
    needsApproval: false,
    offerKey: undefined,
    externalOfferId: `offer-${String(n).padStart(8, '0')}`,
    productId: undefined,
    externalProductId: `product-${n % products}`,
    externalBuyerId: `buyer-${n % buyers}`,
    buyerName: `Buyer ${n % buyers}`,
    acceptedAt: new Date(start).toISOString(),
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + (n % 2 === 0 ? 900 : 365) * dayMs).toISOString(),
    buyerCommitQuantities: undefined,
    terms: undefined,
    mirror: {},
    billingAccountId: undefined,
  };
};

/** Replaces the lists of every marketplace by these lists, without products, which are already in the catalogue. */
export const listing =
  (lists: Lists) =>
  (own: AdapterRegistry): AdapterRegistry => ({
    ...own,
    find: (organization, partner) => {
      const adapter = own.find(organization, partner);
      const noProducts: Pick<MarketplaceAdapter, 'listProducts'> = {
        listProducts: async () => ({ items: [] }),
      };
      return adapter && { ...adapter, ...lists, ...noProducts };
    },
  });
