import {
  type AdapterRegistry,
  type AgreementSnapshot,
  type MarketplaceAdapter,
  MarketplaceError,
  type OfferSnapshot,
  type Page,
  type PageQuery,
  type ProductSnapshot,
} from '../src/marketplaces/index.ts';

/** A marketplace's records of one seller, by the marketplace's ids. */
export type Shop = {
  products: Map<string, ProductSnapshot>;
  offers: Map<string, OfferSnapshot>;
  agreements: Map<string, AgreementSnapshot>;
  /** Last change time of each record. */
  changed: Map<string, Date>;
  pageSize: number;
  /** Called before each page is returned. */
  onPage: (list: 'products' | 'offers' | 'agreements', query: PageQuery) => Promise<void> | void;
  /** The list calls with their queries. */
  asked: { list: string; query: PageQuery }[];
  /** Creates offers; if absent, creations are rejected. */
  createOffer?: MarketplaceAdapter['createOffer'];
  /** Ids that lists omit although the records can be read. */
  unlisted: Set<string>;
  /** The seller's account at the marketplace. */
  account?: string;
  /** Messages with which the list of listings is rejected, and rejections of listings by id. */
  refused?: { listings: readonly string[]; products: readonly string[] };
};

export const emptyShop = (): Shop => ({
  products: new Map(),
  offers: new Map(),
  agreements: new Map(),
  changed: new Map(),
  pageSize: 10,
  onPage: () => undefined,
  asked: [],
  unlisted: new Set(),
});

/** Creates the adapter of a shop, which can only list and read. */
export function shopAdapter(own: Pick<MarketplaceAdapter, 'describe'>, shop: Shop): MarketplaceAdapter {
  const page = async <Item extends { externalId: string }>(
    list: 'products' | 'offers' | 'agreements',
    query: PageQuery = {},
  ): Promise<Page<Item>> => {
    shop.asked.push({ list, query });
    await shop.onPage(list, query);
    const all = [...(shop[list] as ReadonlyMap<string, unknown>).values()] as Item[];
    const since = Date.parse(query.since ?? '1970-01-01');
    const isListed = ({ externalId }: Item) =>
      !shop.unlisted.has(externalId) && (shop.changed.get(externalId)?.getTime() ?? Date.now()) >= since;
    const listed = all.filter(isListed);
    const from = Number(query.cursor ?? 0);
    const to = from + shop.pageSize;
    return { items: listed.slice(from, to), cursor: to < listed.length ? `${to}` : undefined };
  };
  const refuse = () => {
    throw new MarketplaceError('NOT_SUPPORTED', { kind: 'refused' });
  };
  return {
    describe: own.describe,
    listProducts: async (query) => ({
      ...(await page<ProductSnapshot>('products', query)),
      ...(shop.refused ? { refused: shop.refused.listings } : {}),
    }),
    listOffers: (query) => page('offers', query),
    listAgreements: (query) => page('agreements', query),
    readProduct: async (id) => (shop.refused?.products.includes(id) ? refuse() : shop.products.get(id)),
    readOffer: async (id) => shop.offers.get(id),
    readAgreement: async (id) => shop.agreements.get(id),
    verifyCredentials: async () => ({ verified: true, ...(shop.account ? { account: shop.account } : {}) }),
    createOffer: shop.createOffer ?? (async () => refuse()),
    updateOffer: async () => refuse(),
    extendOffer: async () => refuse(),
    cancelOffer: async () => refuse(),
    createProduct: async () => refuse(),
    findProduct: async () => undefined,
    updateProduct: async () => refuse(),
    publishProduct: async () => refuse(),
    approveAgreement: async () => refuse(),
    cancelAgreement: async () => refuse(),
    changeQuantity: async () => refuse(),
    verifyNotification: async () => refuse(),
  };
}

/** Connects each PROD organization to its own shop at marketplace A. */
export const withShops =
  (shops: ReadonlyMap<string, Shop>) =>
  (own: AdapterRegistry): AdapterRegistry => ({
    ...own,
    find: (organization, partner) => {
      const shop = shops.get(organization.organizationId);
      const played = own.find({ ...organization, environment: 'TEST' }, partner);
      return organization.environment === 'PROD' && partner === 'MKA' && shop && played
        ? shopAdapter(played, shop)
        : own.find(organization, partner);
    },
  });

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString();

export const aProduct = (externalId: string): ProductSnapshot => ({
  key: undefined,
  externalId,
  status: 'PUBLIC',
  name: `Product ${externalId}`,
  productType: 'SAAS_CONTRACT',
  fulfillmentUrl: 'https://seller.example.com/landing',
  vendorName: 'Acme',
  failure: undefined,
  terms: { currency: 'USD' },
  mirror: {},
});

/** Returns an offer that the seller created in the marketplace's portal. */
export const anOffer = (
  externalId: string,
  {
    productId,
    buyer,
    status = 'PENDING_ACCEPTANCE',
  }: { productId: string; buyer: string; status?: OfferSnapshot['status'] },
): OfferSnapshot => ({
  key: undefined,
  externalId,
  status,
  privateOfferUrl: `https://marketplace.example.com/offer/${externalId}`,
  failure: undefined,
  mirror: {},
  madeElsewhere: {
    bySeller: true,
    name: `Offer ${externalId}`,
    offerType: 'PRIVATE',
    productId: undefined,
    externalProductId: productId,
    externalBuyerId: buyer,
    buyerName: `Buyer ${buyer}`,
    expireTime: day(30),
    endTime: undefined,
    info: { currency: 'USD', commits: [{ key: 'base', rate: 1200, length: 12, timeUnit: 'MONTH' }] },
    metaInfo: {},
  },
});

export const anAgreement = (
  externalId: string,
  {
    offerId,
    productId,
    buyer,
    acceptedDaysAgo = 100,
    ...more
  }: {
    offerId?: string | undefined;
    productId: string;
    buyer: string;
    acceptedDaysAgo?: number;
  } & Partial<AgreementSnapshot>,
): AgreementSnapshot => ({
  externalId,
  status: 'ACTIVE',
  externalStatus: 'ACTIVE',
  needsApproval: false,
  offerKey: undefined,
  externalOfferId: offerId,
  productId: undefined,
  externalProductId: productId,
  externalBuyerId: buyer,
  buyerName: `Buyer ${buyer}`,
  acceptedAt: day(-acceptedDaysAgo),
  startTime: day(-acceptedDaysAgo),
  endTime: day(365 - acceptedDaysAgo),
  buyerCommitQuantities: undefined,
  terms: undefined,
  mirror: {},
  billingAccountId: undefined,
  ...more,
});

/** Fills a shop with a number of offers and agreements, and some public orders. */
export function stock(shop: Shop, count: number, buyers = 7): void {
  for (const id of ['p1', 'p2']) shop.products.set(id, aProduct(id));
  for (let n = 0; n < count; n++) {
    const number = String(n).padStart(5, '0');
    const [productId, buyer] = [`p${(n % 2) + 1}`, `buyer-${n % buyers}`];
    const isSold = n % 3 !== 0;
    const offer = anOffer(`o${number}`, {
      productId,
      buyer,
      status: isSold ? 'ACCEPTED' : 'PENDING_ACCEPTANCE',
    });
    shop.offers.set(offer.externalId, offer);
    if (isSold) {
      const agreement = anAgreement(`a${number}`, { offerId: offer.externalId, productId, buyer });
      shop.agreements.set(agreement.externalId, agreement);
    } else {
      const order = anAgreement(`q${number}`, {
        productId,
        buyer,
        acceptedDaysAgo: 400,
        status: 'CANCELLED',
      });
      shop.agreements.set(order.externalId, { ...order, externalStatus: 'EXPIRED' });
    }
  }
}
