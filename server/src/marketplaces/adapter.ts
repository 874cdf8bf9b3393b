import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Capabilities } from './capabilities.ts';
import type { Change } from './changes.ts';
import type { Check, CredentialsVerdict, IntegrationSettings } from './credentials.ts';
import type { MarketplaceError } from './errors.ts';
import type { Notification, PulledNotification, RawNotification } from './notifications.ts';
import type { RevenuePage } from './revenue.ts';
import type { AgreementSnapshot, OfferSnapshot, ProductSnapshot } from './snapshots.ts';
import type {
  OfferChange,
  OfferSetSpec,
  OfferSpec,
  ProductChange,
  ProductRef,
  ProductSpec,
} from './specifications.ts';
import type { UsageAnswer, UsageCall, UsageRecord, UsageVerdict } from './usage.ts';

/**
 * The port to a marketplace. An adapter speaks for one organization at one marketplace; it is called outside of
 * every transaction of ours, may fail, and may lose an answer.
 */
export type MarketplaceAdapter = {
  describe(): Capabilities;
  /**
   * Starts the creation of a private offer. Repeating a call with one key never makes a second offer, where
   * `createIdempotency` is `token`; elsewhere an outcome that is not known is looked up by `findOffer`.
   * @param key of this change, the same for each of its tries: at most 64 printable characters
   * @throws MarketplaceError
   */
  createOffer(spec: OfferSpec, key: string): Promise<Change>;
  /** What of an offer the marketplace is known to refuse, without asking it. Absent where nothing is known. */
  validateOffer?(spec: OfferSpec): readonly { pointer: string; message: string }[];
  /**
   * Finds what an earlier call made of this offer, or is making, after its answer was lost. Absent where nothing can be
   * looked up.
   * @param offerKey `key` of the offer's specification
   */
  findOffer?(offerKey: string): Promise<Change | undefined>;
  readOffer(externalId: string): Promise<OfferSnapshot | undefined>;
  /** Reads an offer by the name that the marketplace gave it, where its offers have one. @throws MarketplaceError */
  readOfferByName?(name: string): Promise<OfferSnapshot | undefined>;
  /**
   * Changes an offer that awaits its buyer; `updatable` says what of it. Repeats change nothing.
   * @param key of this change, as with `createOffer`
   * @throws MarketplaceError
   */
  updateOffer(externalId: string, change: OfferChange, key: string): Promise<Change>;
  /** Moves the last moment of acceptance, where `extend` says that it can be moved. @throws MarketplaceError */
  extendOffer(externalId: string, expireTime: string, key: string): Promise<Change>;
  /** Takes an offer back that nobody accepted; one that was taken back stays so. @throws MarketplaceError */
  cancelOffer(externalId: string, key: string): Promise<Change>;
  /**
   * Starts the creation of an offer set, for which its offers are made then (`externalSetId`). Repeating a call with one key
   * never makes a second one. Absent where a set is nothing at the marketplace: its offers are made one by one.
   * @throws MarketplaceError
   */
  createOfferSet?(spec: OfferSetSpec, key: string): Promise<Change>;
  /** Finds what an earlier call made of this set, or is making. There where `createOfferSet` is. */
  findOfferSet?(setKey: string): Promise<Change | undefined>;
  /**
   * Shows a set to its buyer with the offers that were made for it; one that is shown stays so. There where
   * `createOfferSet` is.
   * @param externalOfferIds of all of its offers, which await the buyer
   * @throws MarketplaceError
   */
  releaseOfferSet?(
    externalId: string,
    spec: OfferSetSpec,
    externalOfferIds: readonly string[],
    key: string,
  ): Promise<Change>;
  /**
   * What of a set and its offers the marketplace is known to refuse, without asking it; pointers are into the record of a
   * set. Absent where nothing is known.
   */
  validateOfferSet?(
    spec: OfferSetSpec,
    offers: readonly OfferSpec[],
  ): readonly { pointer: string; message: string }[];
  /**
   * How far a change is. Absent where every change is DONE at once. What the marketplace does not know (any more) is
   * FAILED.
   * @throws MarketplaceError
   */
  readChange?(handle: string): Promise<Change>;
  readAgreement(externalId: string): Promise<AgreementSnapshot | undefined>;
  /** The agreement that an offer was accepted by, where the marketplace can be asked for it. */
  findAgreement?(externalOfferId: string): Promise<string | undefined>;
  /**
   * Starts the creation of a product's listing. Repeating a call with one key never makes a second one.
   * @throws MarketplaceError
   */
  createProduct(spec: ProductSpec): Promise<ProductRef>;
  /** Finds what an earlier call with this key made, after its answer was lost. */
  findProduct(key: string): Promise<ProductRef | undefined>;
  /** Changes what a seller may change of a listing. Repeats change nothing. @throws MarketplaceError */
  updateProduct(externalId: string, change: ProductChange): Promise<void>;
  /** Starts the publication of a listing; one that is published or on its way stays so. @throws MarketplaceError */
  publishProduct(externalId: string): Promise<void>;
  readProduct(externalId: string): Promise<ProductSnapshot | undefined>;
  /** The listings that the seller has there, by pages. @throws MarketplaceError */
  listProducts(query?: PageQuery): Promise<Page<ProductRef>>;
  /** The private offers that the seller has there, by pages. Absent where they cannot be listed. @throws MarketplaceError */
  listOffers?(query?: PageQuery): Promise<Page<OfferSnapshot>>;
  /** The agreements with the seller, by pages. Absent where they cannot be listed. @throws MarketplaceError */
  listAgreements?(query?: PageQuery): Promise<Page<AgreementSnapshot>>;
  /** Gives the seller's approval to an agreement; one that has it already is fine. @throws MarketplaceError */
  approveAgreement(externalId: string): Promise<void>;
  /** Ends an agreement, or asks the buyer to agree to its end, as `cancelAgreement` says. @throws MarketplaceError */
  cancelAgreement(externalId: string, key: string): Promise<Change>;
  /** Sets how many units an agreement is for. The same number again is fine. @throws MarketplaceError */
  changeQuantity(externalId: string, quantity: number): Promise<void>;
  /**
   * Reports usage, within the limits of `usage`, and answers a verdict for each record, in their order: HTTP 200 is
   * none. Repeating a record is as safe as `usage.unknown` says. Absent where `usage` is undefined.
   * @throws MarketplaceError where nothing is known of any record, unless `hadNoEffect` says that nothing happened
   */
  reportUsage?(call: UsageCall): Promise<UsageAnswer>;
  /**
   * What became of records whose verdict is not known, in their order: `unknown` where the marketplace has nothing of
   * one. Absent where it cannot be asked, as `usage.unreadable` says then.
   * @throws MarketplaceError
   */
  readUsage?(records: readonly UsageRecord[]): Promise<readonly UsageVerdict[]>;
  /**
   * Reads what was sold, billed and paid out behind a cursor; all of it without one. A line may come again, and is the same
   * then. Absent where `revenue` is undefined.
   * @throws MarketplaceError
   */
  readRevenue?(cursor: string | undefined): Promise<RevenuePage>;
  /**
   * Proves who sent a notification and says what to read again.
   * @throws MarketplaceError `refused` when it is not genuine; of another kind when that could not be checked
   */
  verifyNotification(raw: RawNotification): Promise<Notification>;
  /**
   * Waits for notifications in the queue that the marketplace keeps for the seller, for at most 20 seconds. Absent where it
   * calls us. What is not acknowledged comes again.
   * @throws MarketplaceError
   */
  pullNotifications?(signal: AbortSignal): Promise<readonly PulledNotification[]>;
  /** Takes notifications out of the queue, once they are kept. @throws MarketplaceError */
  acknowledgeNotifications?(receipts: readonly string[]): Promise<void>;
  /**
   * Says what a buyer has bought who comes with a token from the marketplace, in the parameter that the capabilities name.
   * The same token may come again. Absent where buyers bring none.
   * @throws MarketplaceError `refused` where the token is not genuine or too old
   */
  resolvePurchase?(token: string): Promise<Purchase>;
  /**
   * Asks the marketplace whether an integration's settings let us in, without changing anything there. Absent where it
   * cannot be asked.
   * @throws MarketplaceError
   */
  verifyCredentials?(settings: IntegrationSettings, signal: AbortSignal): Promise<CredentialsVerdict>;
  /**
   * Finds in what the marketplace answers otherwise than the service that plays it in tests, reading only; nothing where it
   * answers as that. For whoever has an account there. Absent where nothing can be compared.
   * @throws MarketplaceError
   */
  findDifferences?(signal: AbortSignal): Promise<readonly Check[]>;
};

/** A page is asked for by the cursor of the one before; `since` leaves out what did not change from then on (RFC 3339). */
export type PageQuery = { cursor?: string | undefined; since?: string | undefined };
/** A page may be empty and name a next one. */
export type Page<Item> = {
  items: readonly Item[];
  cursor?: string | undefined;
  /** Parts of the list that the marketplace refuses to read, in words for people. The others are read. */
  refused?: readonly string[];
};

/** What a buyer has bought, as the marketplace says it of the buyer's token. */
export type Purchase = {
  externalBuyerId: string;
  buyerName?: string | undefined;
  /** As snapshots of products and agreements name it. */
  externalProductId: string | undefined;
  /** Of the agreement, where the marketplace says which; otherwise it is found by buyer and product. */
  externalAgreementId?: string | undefined;
  /** Of the license or subscription, where it is another than the agreement's. */
  externalLicenseId?: string | undefined;
  planId?: string | undefined;
};

/** The adapter for an organization at a partner; none where it has no integration. */
export type AdapterRegistry = {
  find(
    organization: { organizationId: string; environment: string },
    partner: string,
  ): MarketplaceAdapter | undefined;
  /** Every marketplace the product knows. */
  partners: readonly string[];
  /** Those whose notifications are pulled, for organizations that sell in earnest. */
  pulling?: readonly string[];
  /**
   * Learns, in the transaction in which work begins to wait, that a marketplace let the organization in no more.
   * @returns false where the integration has been changed or verified since that call: the work is tried again
   */
  onUnauthorized?: (scope: OrgTransaction, partner: string, error: MarketplaceError) => Promise<boolean>;
};
