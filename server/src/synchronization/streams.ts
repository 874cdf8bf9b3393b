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
  type ImportResult,
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

/** The lists of a marketplace in the order of the import: each list may refer to earlier lists. */
export const streamNames = ['PRODUCTS', 'OFFERS', 'AGREEMENTS'] as const;
export type StreamName = (typeof streamNames)[number];

export type KnownRecord = { id: string; externalId: string };
type Portion = { after: string; before: Date; most: number };

/** A list of a marketplace, with the functions that import and compare it. */
export type Stream<Item = unknown> = {
  name: StreamName;
  /**
   * Reads a page; undefined if the marketplace does not have the list.
   * @throws MarketplaceError
   */
  read(adapter: MarketplaceAdapter, query: PageQuery): Promise<Page<Item>> | undefined;
  externalIdOf(item: Item): string;
  /** Imports unknown items, without separate events. Items older than `before` are imported as past items. */
  keep(scope: OrgTransaction, partner: string, page: readonly Item[], before: Date): Promise<KeepResult>;
  /** Finds items that are unknown or differ from the stored records. */
  compare(scope: OrgTransaction, partner: string, page: readonly Item[]): Promise<Difference[]>;
  /** Reads stored records that the marketplace should list, in the order of their ids. */
  held(scope: OrgTransaction, partner: string, portion: Portion): Promise<KnownRecord[]>;
  /**
   * Returns whether the marketplace still has the record.
   * @throws MarketplaceError
   */
  has(adapter: MarketplaceAdapter, externalId: string): Promise<boolean>;
  /** Records an alert that the marketplace no longer has the record. */
  alert(scope: OrgTransaction, held: KnownRecord): Promise<void>;
  subject: Subject['kind'];
  /** Reads a deferred item again, and returns the function that imports the item. */
  keepWaiting?(adapter: MarketplaceAdapter, externalId: string): Promise<KeepLate | undefined>;
};

/**
 * The result of an import. `waiting` contains the ids at the marketplace of items whose predecessors are still unknown,
 * with their acceptance times.
 */
export type KeepResult = ImportResult & { waiting?: readonly { externalId: string; since: string }[] };
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

/**
 * Reads the listings on a page one by one, because the list contains only their ids. A rejected listing does
 * not prevent the other listings from being read.
 */
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
      unread.push(`The listing ${externalId} is rejected: ${error.readable}`);
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

/** All lists that are read from a marketplace, in reading order. */
export const streams: readonly Stream[] = [products, offers, agreements];
