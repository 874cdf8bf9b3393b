import {
  alertOfMissingAgreement,
  applyWaiting,
  compareAgreements,
  heldAgreements,
  importAgreements,
} from '../entitlements/index.ts';
import {
  type AgreementSnapshot,
  type Difference,
  type Imported,
  type MarketplaceAdapter,
  MarketplaceError,
  type OfferSnapshot,
  type Page,
  type PageQuery,
  type ProductSnapshot,
  type Subject,
} from '../marketplaces/index.ts';
import { alertOfMissingOffer, compareOffers, heldOffers, importOffers } from '../offers/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { alertOfMissingListing, compareListings, heldListings, importListings } from '../products/index.ts';

/** What a marketplace lists, in the order in which it is imported: each may refer to those before. */
export const streamNames = ['PRODUCTS', 'OFFERS', 'AGREEMENTS'] as const;
export type StreamName = (typeof streamNames)[number];

export type Held = { id: string; externalId: string };
type Portion = { after: string; before: Date; most: number };

/** A list of a marketplace, and what is held of it. */
export type Stream<Item = unknown> = {
  name: StreamName;
  /** Reads a page; undefined where the marketplace has no such list. @throws MarketplaceError */
  read(adapter: MarketplaceAdapter, query: PageQuery): Promise<Page<Item>> | undefined;
  externalIdOf(item: Item): string;
  /** Keeps what is not known, without an event of each. `before`: what is older is of the past. */
  keep(scope: OrgTransaction, partner: string, page: readonly Item[], before: Date): Promise<Kept>;
  /** Finds what is not known, or not as it is listed. */
  compare(scope: OrgTransaction, partner: string, page: readonly Item[]): Promise<Difference[]>;
  /** What is held that the marketplace is to list, in the order of our ids. */
  held(scope: OrgTransaction, partner: string, portion: Portion): Promise<Held[]>;
  /** Says whether the marketplace still has it. @throws MarketplaceError */
  has(adapter: MarketplaceAdapter, externalId: string): Promise<boolean>;
  /** Records that the marketplace does not have it any more. */
  alert(scope: OrgTransaction, held: Held): Promise<void>;
  subject: Subject['kind'];
  /** Keeps what had to wait until all else was known, as it is read again. */
  keepWaiting?(adapter: MarketplaceAdapter, externalId: string): Promise<KeepLate | undefined>;
};

/** `waiting`: what follows another that is not known yet, by the marketplace's id, and since when it is. */
export type Kept = Imported & { waiting?: readonly { externalId: string; since: string }[] };
type KeepLate = (scope: OrgTransaction, partner: string, before: Date) => Promise<void>;

const products: Stream<ProductSnapshot> = {
  name: 'PRODUCTS',
  subject: 'PRODUCT',
  read: readListings,
  externalIdOf: ({ externalId }) => externalId,
  keep: importListings,
  compare: compareListings,
  held: heldListings,
  has: async (adapter, externalId) => (await adapter.readProduct(externalId)) !== undefined,
  alert: alertOfMissingListing,
};

/** Reads the listings on a page, each by itself: the list names them only. One that is refused does not keep the others out. */
async function readListings(adapter: MarketplaceAdapter, query: PageQuery): Promise<Page<ProductSnapshot>> {
  const { items, cursor, refused = [] } = await adapter.listProducts(query);
  const snapshots: ProductSnapshot[] = [];
  const unread: string[] = [];
  for (const { externalId } of items) {
    try {
      const snapshot = await adapter.readProduct(externalId);
      if (snapshot) snapshots.push(snapshot);
    } catch (error) {
      if (!(error instanceof MarketplaceError) || !error.permanent) throw error;
      unread.push(`The listing ${externalId} is refused: ${error.readable}`);
    }
  }
  return { items: snapshots, cursor, refused: [...refused, ...unread] };
}

const offers: Stream<OfferSnapshot> = {
  name: 'OFFERS',
  subject: 'OFFER',
  read: (adapter, query) => adapter.listOffers?.(query),
  externalIdOf: ({ externalId }) => externalId,
  keep: importOffers,
  compare: compareOffers,
  held: heldOffers,
  has: async (adapter, externalId) => (await adapter.readOffer(externalId)) !== undefined,
  alert: alertOfMissingOffer,
};

const agreements: Stream<AgreementSnapshot> = {
  name: 'AGREEMENTS',
  subject: 'AGREEMENT',
  read: (adapter, query) => adapter.listAgreements?.(query),
  externalIdOf: ({ externalId }) => externalId,
  keep: async (scope, partner, page, before) => {
    const { waiting, ...kept } = await importAgreements(scope, partner, page, before);
    return {
      ...kept,
      waiting: waiting.map(({ externalId, acceptedAt }) => ({ externalId, since: acceptedAt })),
    };
  },
  compare: compareAgreements,
  held: heldAgreements,
  has: async (adapter, externalId) => (await adapter.readAgreement(externalId)) !== undefined,
  alert: alertOfMissingAgreement,
  keepWaiting: async (adapter, externalId) => {
    const agreement = await adapter.readAgreement(externalId);
    return agreement && ((scope, partner, before) => applyWaiting(scope, partner, agreement, before));
  },
};

/** All that is read of a marketplace, in this order. */
export const streams: readonly Stream[] = [products, offers, agreements];
