import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Capabilities } from './capabilities.ts';
import type { Change } from './changes.ts';
import type { Check, CredentialsVerdict, IntegrationSettings } from './credentials.ts';
import type { MarketplaceError } from './errors.ts';
import type { Notification, PulledNotification, RawNotification } from './notifications.ts';
import type { RefundSpec } from './refunds.ts';
import type { RevenuePage } from './revenue.ts';
import type { AgreementSnapshot, BuyerRequest, OfferSnapshot, ProductSnapshot } from './snapshots.ts';
import type {
  OfferChange,
  OfferSetSpec,
  OfferSpec,
  ProductChange,
  ProductRef,
  ProductSpec,
} from './specifications.ts';
import type { ListedUsage, UsageAnswer, UsageCall, UsageRecord, UsageVerdict } from './usage.ts';

/**
 * The interface to a marketplace. Each adapter acts for one organization at one marketplace. Adapters are
 * called outside of database transactions. A call may fail, or may take effect although its response is lost.
 */
export type MarketplaceAdapter = {
  describe(): Capabilities;
  /**
   * Starts the creation of a private offer. If `createIdempotency` is `token`, calls with the same key create
   * only one offer; otherwise `findOffer` resolves a lost response.
   * @param key idempotency key of this change, identical for each attempt; at most 64 printable characters
   * @throws MarketplaceError
   */
  createOffer(spec: OfferSpec, key: string): Promise<Change>;
  /**
   * Finds the offer that an earlier call created or is creating, after its response was lost. Absent if the
   * marketplace does not support this lookup.
   * @param offerKey `key` of the offer's specification
   */
  findOffer?(offerKey: string): Promise<Change | undefined>;
  readOffer(externalId: string): Promise<OfferSnapshot | undefined>;
  /**
   * Reads an offer by its marketplace name. Absent if offers have no names.
   * @throws MarketplaceError
   */
  readOfferByName?(name: string): Promise<OfferSnapshot | undefined>;
  /**
   * Changes an offer that is pending acceptance; `updatable` lists the fields that can change. Repeated calls
   * have no further effect.
   * @param key idempotency key, as for `createOffer`
   * @throws MarketplaceError
   */
  updateOffer(externalId: string, change: OfferChange, key: string): Promise<Change>;
  /**
   * Changes the acceptance deadline, if `extend` is true, or `extendsExpired` is true and the offer has expired.
   * @param spec the offer with its new deadline; present if `extendsExpired` is true
   * @throws MarketplaceError
   */
  extendOffer(externalId: string, expireTime: string, key: string, spec?: OfferSpec): Promise<Change>;
  /**
   * Withdraws an offer that has not been accepted. A repeated withdrawal has no further effect.
   * @throws MarketplaceError
   */
  cancelOffer(externalId: string, key: string): Promise<Change>;
  /**
   * Starts the creation of an offer set. The offers of the set are created afterwards, with the id of the set
   * as `externalSetId`. Calls with the same key create only one set. Absent if the marketplace has no offer
   * sets; the offers of a set are then created individually.
   * @throws MarketplaceError
   */
  createOfferSet?(spec: OfferSetSpec, key: string): Promise<Change>;
  /** Finds the set that an earlier call created or is creating. Present if `createOfferSet` is present. */
  findOfferSet?(setKey: string): Promise<Change | undefined>;
  /**
   * Releases a set with all its offers to the buyer. A repeated release has no further effect. Present if
   * `createOfferSet` is present.
   * @param externalOfferIds ids of all offers in the set; each is pending acceptance
   * @throws MarketplaceError
   */
  releaseOfferSet?(
    externalId: string,
    spec: OfferSetSpec,
    externalOfferIds: readonly string[],
    key: string,
  ): Promise<Change>;
  /**
   * Finds violations of published rules in a set and its offers, without calling the marketplace. Pointers
   * refer to the record of the set. Absent if no such rules are known.
   */
  validateOfferSet?(
    spec: OfferSetSpec,
    offers: readonly OfferSpec[],
  ): readonly { pointer: string; message: string }[];
  /**
   * Reads the progress of a change. Absent if every change is DONE immediately. A change that the marketplace
   * does not have, or no longer has, is FAILED.
   * @throws MarketplaceError
   */
  readChange?(handle: string): Promise<Change>;
  readAgreement(externalId: string): Promise<AgreementSnapshot | undefined>;
  /**
   * Finds the agreement that resulted from the acceptance of an offer. Absent if the marketplace does not
   * support this lookup.
   */
  findAgreement?(externalOfferId: string): Promise<string | undefined>;
  /**
   * Starts the creation of a product's listing. Calls with the same key create only one listing.
   * @throws MarketplaceError
   */
  createProduct(spec: ProductSpec): Promise<ProductRef>;
  /** Finds the listing that an earlier call with this key created, after its response was lost. */
  findProduct(key: string): Promise<ProductRef | undefined>;
  /**
   * Changes the fields of a listing that the seller can change. Repeated calls have no further effect.
   * @throws MarketplaceError
   */
  updateProduct(externalId: string, change: ProductChange): Promise<void>;
  /**
   * Starts the publication of a listing. No effect if the listing is published or being published.
   * @throws MarketplaceError
   */
  publishProduct(externalId: string): Promise<void>;
  readProduct(externalId: string): Promise<ProductSnapshot | undefined>;
  /**
   * Lists the seller's listings, page by page.
   * @throws MarketplaceError
   */
  listProducts(query?: PageQuery): Promise<Page<ProductRef>>;
  /**
   * Lists the seller's private offers, page by page. Absent if the marketplace cannot list them.
   * @throws MarketplaceError
   */
  listOffers?(query?: PageQuery): Promise<Page<OfferSnapshot>>;
  /**
   * Lists the seller's agreements, page by page. Absent if the marketplace cannot list them.
   * @throws MarketplaceError
   */
  listAgreements?(query?: PageQuery): Promise<Page<AgreementSnapshot>>;
  /**
   * Lists the ids of a buyer's agreements. Absent if notifications have no subject BUYER.
   * @throws MarketplaceError
   */
  listAgreementsOf?(externalBuyerId: string): Promise<readonly string[]>;
  /**
   * Approves an agreement on behalf of the seller. No effect if the agreement is already approved.
   * @throws MarketplaceError
   */
  approveAgreement(externalId: string): Promise<Change>;
  /**
   * Rejects an agreement that waits for the seller's approval. A repeated rejection has no further effect.
   * Absent if `approval` is false or rejections are not supported.
   * @param reason shown to the buyer, if the marketplace shows it
   * @throws MarketplaceError
   */
  rejectAgreement?(externalId: string, reason?: string): Promise<Change>;
  /**
   * Reads a change of the plan or the quantity that the buyer requested; undefined if the marketplace does not
   * have it. Absent if `buyerRequests` is undefined.
   * @throws MarketplaceError
   */
  readRequest?(externalId: string): Promise<BuyerRequest | undefined>;
  /**
   * Accepts or rejects a change that the buyer requested. The same answer again has no further effect.
   * @throws MarketplaceError `refused` if the change was withdrawn or answered differently
   */
  answerRequest?(externalId: string, answer: RequestAnswer): Promise<void>;
  /**
   * Cancels an agreement, or requests the buyer's consent to the cancellation, depending on
   * `cancelAgreement`. @param reason shown to the buyer if `cancellationReasons` contains its code; absent
   * for a general reason
   * @throws MarketplaceError
   */
  cancelAgreement(externalId: string, key: string, reason?: CancellationReason): Promise<Change>;
  /**
   * Withdraws the seller's cancellation request. No effect without a pending request. Absent if
   * `cancelAgreement` is not `request`.
   * @param description shown to the buyer
   * @throws MarketplaceError
   */
  withdrawCancellation?(externalId: string, description?: string): Promise<void>;
  /**
   * Sets the number of units of an agreement. Repeated calls have no further effect.
   * @throws MarketplaceError
   */
  changeQuantity(externalId: string, quantity: number): Promise<Change>;
  /**
   * Reports usage within the limits of `usage`, and returns one verdict for each record, in the same order.
   * HTTP 200 alone does not mean that a record was accepted. `usage.unknown` determines whether a record may
   * be sent again. Absent if `usage` is undefined.
   * @throws MarketplaceError if the outcome of every record is unknown, or, if `hadNoEffect` is true, no
   * record was accepted
   */
  reportUsage?(call: UsageCall): Promise<UsageAnswer>;
  /**
   * Reads the verdicts of records with an unknown verdict, in the same order; `unknown` if the marketplace
   * has no such record. Absent if verdicts cannot be read; `usage.unreadable` then contains the reason.
   * @throws MarketplaceError
   */
  readUsage?(records: readonly UsageRecord[]): Promise<readonly UsageVerdict[]>;
  /**
   * Lists the seller's usage for one day. An agreement and a dimension may occur several times, such as once for
   * each plan. Absent if the marketplace does not list usage.
   * @param day date in UTC, such as 2031-05-12
   * @throws MarketplaceError
   */
  listUsage?(day: string): Promise<readonly ListedUsage[]>;
  /**
   * Reads sales, billings and payouts after a cursor, or from the beginning without a cursor. A line may be
   * returned again unchanged. Absent if `revenue` is undefined, or if `readInvoices` returns all revenue. If
   * both methods are present, each amount is returned by only one of the methods.
   * @throws MarketplaceError
   */
  readRevenue?(cursor: string | undefined): Promise<RevenuePage>;
  /**
   * Reads the billings of one agreement after the cursor of the agreement, or from the beginning without a
   * cursor; empty if the agreement does not exist. A line may be returned again unchanged. Absent if invoices
   * are not listed by agreement.
   * @throws MarketplaceError
   */
  readInvoices?(externalAgreementId: string, cursor: string | undefined): Promise<RevenuePage>;
  /**
   * Refunds a part of a marketplace invoice to the buyer. Calls with the same key create only one refund. The
   * refund also appears in the revenue data. Absent if `refundReasons` is undefined.
   * @throws MarketplaceError
   */
  refund?(spec: RefundSpec, key: string): Promise<Change>;
  /**
   * Verifies the sender of a notification and returns the records that must be read again. Calls the marketplace only
   * for signing keys, because senders wait for a few seconds.
   * @throws MarketplaceError `refused` if the notification is not genuine; a different kind if verification failed
   */
  verifyNotification(raw: RawNotification): Promise<Notification>;
  /**
   * Waits up to 20 seconds for notifications in the seller's queue at the marketplace. Notifications that are
   * not acknowledged are delivered again. Absent if the marketplace sends notifications to this service over
   * HTTP.
   * @throws MarketplaceError
   */
  pullNotifications?(signal: AbortSignal): Promise<readonly PulledNotification[]>;
  /**
   * Removes notifications from the queue after they are stored.
   * @throws MarketplaceError
   */
  acknowledgeNotifications?(receipts: readonly string[]): Promise<void>;
  /**
   * Reads a buyer's purchase by the token in the parameter `purchaseTokenParameter`. A token may be used
   * repeatedly. Absent if the marketplace does not pass a token.
   * @throws MarketplaceError `refused` if the token is not genuine or has expired
   */
  resolvePurchase?(token: string): Promise<Purchase>;
  /**
   * Verifies an integration's settings with the marketplace, without changing anything there. Absent if the
   * marketplace does not support verification.
   * @throws MarketplaceError
   */
  verifyCredentials?(settings: IntegrationSettings, signal: AbortSignal): Promise<CredentialsVerdict>;
  /**
   * Finds differences between the responses of the marketplace and the responses of the local service that
   * simulates the marketplace in tests. Read-only. Used by developers with a marketplace account. Absent if
   * no comparison is implemented.
   * @throws MarketplaceError
   */
  findDifferences?(signal: AbortSignal): Promise<readonly Check[]>;
};

/**
 * Selects a page by the cursor of the previous page. `since` (RFC 3339) excludes items that have not changed
 * since that time.
 */
export type PageQuery = { cursor?: string | undefined; since?: string | undefined };
/** A page of a list. An empty page may have a cursor to the next page. */
export type Page<Item> = {
  items: readonly Item[];
  cursor?: string | undefined;
  /**
   * Readable descriptions of the parts of the list to which the marketplace denies access. All other parts
   * are returned.
   */
  refused?: readonly string[];
};

/** The seller's answer to a change that the buyer requested. */
export type RequestAnswer = {
  accepts: boolean;
  /** Reason of a rejection, shown to the buyer if the marketplace shows it. */
  reason?: string | undefined;
};

export type CancellationReason = { code: string; description?: string | undefined };

/** A purchase, as returned by the marketplace for the buyer's token. */
export type Purchase = {
  externalBuyerId: string;
  buyerName?: string | undefined;
  /** The same id as in snapshots of products and agreements. */
  externalProductId: string | undefined;
  /**
   * The agreement id, if the marketplace returns the id; otherwise the agreement is found by buyer and
   * product.
   */
  externalAgreementId?: string | undefined;
  /** The license or subscription id, if different from the agreement id. */
  externalLicenseId?: string | undefined;
  planId?: string | undefined;
};

/**
 * Finds the adapter for an organization at a marketplace; undefined if the organization has no integration.
 */
export type AdapterRegistry = {
  find(
    organization: { organizationId: string; environment: string },
    partner: string,
  ): MarketplaceAdapter | undefined;
  /** All marketplaces that this installation supports. */
  partners: readonly string[];
  /** The marketplaces whose notifications production organizations read from a queue. */
  pulling?: readonly string[];
  /**
   * Records that a marketplace rejected the credentials of an organization. Called in the transaction that
   * suspends the rejected job.
   * @returns false if the integration has been changed or verified since that call; the job is then retried
   */
  onUnauthorized?: (scope: OrgTransaction, partner: string, error: MarketplaceError) => Promise<boolean>;
};
