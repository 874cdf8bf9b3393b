import type { RevenueCapabilities, RevenuePage } from './revenue.ts';
import type { UsageAnswer, UsageCall, UsageCapabilities, UsageRecord, UsageVerdict } from './usage.ts';

/**
 * The port to a marketplace. An adapter speaks for one organization at one marketplace; it is called outside of
 * every transaction of ours, may fail, and may lose an answer.
 */
export type MarketplaceAdapter = {
  describe(): Capabilities;
  /**
   * Starts the creation of a private offer. Repeating a call with one key never makes a second offer.
   * @throws MarketplaceError
   */
  createOffer(spec: OfferSpec): Promise<OfferRef>;
  /** What of an offer the marketplace is known to refuse, without asking it. Absent where nothing is known. */
  validateOffer?(spec: OfferSpec): readonly { pointer: string; message: string }[];
  /** Finds what an earlier call with this key made, after its answer was lost. */
  findOffer(key: string): Promise<OfferRef | undefined>;
  readOffer(externalId: string): Promise<OfferSnapshot | undefined>;
  /** Reads an offer by the name that the marketplace gave it, where its offers have one. @throws MarketplaceError */
  readOfferByName?(name: string): Promise<OfferSnapshot | undefined>;
  /**
   * Changes an offer that awaits its buyer; `updatable` says what of it. Repeats change nothing.
   * @throws MarketplaceError
   */
  updateOffer(externalId: string, change: OfferChange): Promise<void>;
  /** Moves the last moment of acceptance, where `extend` says that it can be moved. @throws MarketplaceError */
  extendOffer(externalId: string, expireTime: string): Promise<void>;
  /** Takes an offer back that nobody accepted; one that was taken back stays so. @throws MarketplaceError */
  cancelOffer(externalId: string): Promise<void>;
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
  /** Every listing that the seller has there. */
  listProducts(): Promise<readonly ProductRef[]>;
  /** Gives the seller's approval to an agreement; one that has it already is fine. @throws MarketplaceError */
  approveAgreement(externalId: string): Promise<void>;
  /** Ends an agreement, or asks the buyer to agree to its end, as `cancelAgreement` says. @throws MarketplaceError */
  cancelAgreement(externalId: string): Promise<void>;
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
   * one. Absent where it cannot be asked.
   * @throws MarketplaceError
   */
  readUsage?(records: readonly UsageRecord[]): Promise<readonly UsageVerdict[]>;
  /**
   * Reads what was sold, billed and paid out behind a cursor; all of it without one. A line may come again, and is the same
   * then. Absent where `revenue` is undefined.
   * @throws MarketplaceError
   */
  readRevenue?(cursor: string | undefined): Promise<RevenuePage>;
  /** Proves who sent a notification and says what to read again. @throws MarketplaceError when it is not genuine */
  verifyNotification(raw: RawNotification): Promise<Notification>;
  /**
   * Asks the marketplace whether an integration's settings let us in, without changing anything there. Absent where it
   * cannot be asked.
   * @throws MarketplaceError
   */
  verifyCredentials?(settings: IntegrationSettings, signal: AbortSignal): Promise<CredentialsVerdict>;
};

/** The settings of an integration, secrets in the clear. */
export type IntegrationSettings = { info: JsonObject; credentials: JsonObject };
export type CredentialsVerdict = {
  verified: boolean;
  /** Why not, for people. */
  message?: string;
};

/** The abilities and limits of a marketplace, as data. */
export type Capabilities = {
  partner: string;
  /** Whether sellers can make private offers through an interface. */
  privateOffers: boolean;
  /** Whether an acceptance needs the seller's approval before it is active. */
  approval: boolean;
  /** Out-of-process retries of a creation that are recorded on the offer; 0 when they are not. */
  recordedCreateRetries: number;
  /** How a lost creation is recovered. */
  createIdempotency: 'token' | 'lookup' | 'none';
  cancelOffer: 'native' | 'expire' | 'none';
  /** Whether the last moment of acceptance of a published offer can be moved. */
  extend: boolean;
  /** Fields of a published offer that can be changed: `name`, `expireTime`, `info.x`, or `info.*` for all of it. */
  updatable: readonly string[];
  /** Whether the seller can end an agreement, or only ask the buyer to agree to it. */
  cancelAgreement: 'immediate' | 'request' | 'none';
  /** Whether the seller can change how many units an agreement is for. */
  changeQuantity: boolean;
  /** What the buyer is paid back of what was paid ahead, where less is committed to than was. */
  refunds: Readonly<Record<RefundCase, Refund>> & {
    /** So long after the purchase a cancellation is paid back in full, whatever else holds. */
    fullWithinHours?: number;
  };
  /** The texts of the marketplace's standard license agreements, by EulaType, where they can be attached to others. */
  standardAgreements?: Readonly<Record<string, string>>;
  /** What the marketplace and its buyers do with an agreement that runs. */
  agreementChanges: readonly AgreementChange[];
  /** What it takes of usage; undefined where usage cannot be reported to it. */
  usage: UsageCapabilities | undefined;
  /** What it shows of revenue; undefined where it shows none. */
  revenue: RevenueCapabilities | undefined;
};

/** The changes that lessen a commit that may have been paid ahead. */
export const refundCases = ['cancellation', 'fewerUnits', 'cheaperPlan'] as const;
export type RefundCase = (typeof refundCases)[number];
/**
 * The refund in a case: the seller asks the marketplace for it; there is nothing to ask for; or there is no such case
 * there. None pays back by itself.
 */
export type Refund = 'onRequest' | 'nothing' | 'none';

export const agreementChanges = ['suspend', 'renew', 'changeQuantity', 'changePlan'] as const;
export type AgreementChange = (typeof agreementChanges)[number];

/** JSON objects as the records describe them; the adapter picks what its marketplace takes. */
export type JsonObject = Record<string, unknown>;

export type OfferSpec = {
  /** Our offer's id: at most 64 printable characters, the same for every try. */
  key: string;
  name: string | undefined;
  offerType: string;
  productId: string | undefined;
  externalProductId: string | undefined;
  externalBuyerId: string | undefined;
  buyerName: string | undefined;
  expireTime: string | undefined;
  endTime: string | undefined;
  info: JsonObject;
  metaInfo: JsonObject;
  /** What it builds on, by the marketplace's ids: an agreement or accepted offer that it changes, or what it resells. */
  basedOn?:
    | { agreementId?: string | undefined; offerId?: string | undefined; authorizationId?: string | undefined }
    | undefined;
};

/** The changes of an offer: absent stays, null is taken away. */
export type OfferChange = {
  name?: string | null | undefined;
  /** RFC 3339. */
  expireTime?: string | null | undefined;
  /** RFC 3339. */
  endTime?: string | null | undefined;
  /** The fields of `info` that are others now. */
  info?: JsonObject | undefined;
};

export type OfferRef = { externalId: string; warnings: readonly string[] };

/** An offer as its marketplace shows it when it is read. */
export type OfferSnapshot = {
  /** Our offer's id; none where another party made it. */
  key: string | undefined;
  externalId: string;
  /** In our words: an observation, which may skip states. */
  status:
    | 'PENDING_CREATE'
    | 'PENDING_ACCEPTANCE'
    | 'PENDING_PARTNER_ACTION'
    | 'CREATE_FAILED'
    | 'ACCEPTED'
    | 'CANCELLED'
    | 'EXPIRED'
    | 'REJECTED'
    | 'READY_TO_USE'
    | 'USED'
    | 'RESTRICTED';
  /** The step within the state, in the marketplace's word, where it has one. */
  subStatus?: string | undefined;
  privateOfferUrl: string | undefined;
  failure: string | undefined;
  /** Fields of the offer's info that belong to this marketplace. */
  mirror: JsonObject;
  /** What another party offers: a vendor that lets us resell, or a reseller of ours. */
  madeElsewhere?: Omit<OfferSpec, 'key' | 'basedOn'> | undefined;
  /** The marketplace's id of the authorization that is resold. */
  authorizationId?: string | undefined;
};

export type ProductSpec = ProductChange & {
  /** Our product's id: the same for every try. */
  key: string;
  productType: string | undefined;
  info: JsonObject;
  metaInfo: JsonObject;
};

/** The fields of a listing that the seller changes from outside; prices change at the marketplace. */
export type ProductChange = { name: string | undefined; fulfillmentUrl: string | undefined };

export type ProductRef = { externalId: string };

/** A listing as its marketplace shows it when it is read. */
export type ProductSnapshot = {
  /** Our product's id, where the listing was made from one. */
  key: string | undefined;
  externalId: string;
  /** In our words: an observation, which may skip states. */
  status:
    | 'PENDING_CREATE'
    | 'CREATE_FAILED'
    | 'CREATED'
    | 'PENDING_PUBLISH'
    | 'PUBLISH_FAILED'
    | 'PUBLIC'
    | 'RESTRICTED'
    | 'UNAVAILABLE';
  name: string | undefined;
  productType: string | undefined;
  fulfillmentUrl: string | undefined;
  /** Vendor, as the listing names it. */
  vendorName: string | undefined;
  failure: string | undefined;
  /** List prices, dimensions and conditions: fields of the product's info that the marketplace decides. */
  terms: JsonObject;
  /** Records of the product's info that belong to this marketplace. */
  mirror: JsonObject;
};

/** An agreement, subscription, order or entitlement as its marketplace shows it. */
export type AgreementSnapshot = {
  externalId: string;
  /** Grows with every change at the marketplace. */
  version: number;
  status: 'PENDING_START' | 'ACTIVE' | 'SUSPENDED' | 'PENDING_CANCEL' | 'CANCELLED';
  /** The marketplace's own word for it. */
  externalStatus: string;
  /** Whether the seller still has to approve it. */
  needsApproval: boolean;
  /** Our offer's id and the marketplace's, when it comes from a private offer. */
  offerKey: string | undefined;
  externalOfferId: string | undefined;
  productId: string | undefined;
  externalProductId: string | undefined;
  externalBuyerId: string;
  buyerName: string | undefined;
  /** RFC 3339. */
  acceptedAt: string;
  startTime: string;
  endTime: string | undefined;
  buyerCommitQuantities: Record<string, number> | undefined;
  /**
   * Where the offer named here takes the place of an earlier one: since when, and whether it renews the agreement. While
   * the seller has not approved it (`needsApproval`), the agreement goes on as it was.
   */
  amendment?: { effectiveAt: string; renewal: boolean } | undefined;
  /** How many units it is for, where the marketplace counts any. */
  quantity?: number | undefined;
  /** The plan that was bought, where the marketplace has plans. */
  planId?: string | undefined;
  /** Whether the marketplace renews it by itself at its end, where it says so. */
  autoRenew?: boolean | undefined;
  /** Each renewal so far, oldest first, where the marketplace shows them. */
  renewals?: readonly Renewal[] | undefined;
  /** Commercial terms (fields of the entitlement's info), where the marketplace shows them. */
  terms: JsonObject | undefined;
  /** Records of the entitlement's info that belong to this marketplace. */
  mirror: JsonObject;
  /** What the marketplace shows of the offer that is named here, where that was read with it. */
  offer?: OfferSnapshot | undefined;
  /** The buyer's billing account at the marketplace, where it has one. */
  billingAccountId: string | undefined;
};

/**
 * A new term of an agreement: by itself at the end of the last one, or because the buyer wanted it. It follows the last
 * one, also where it was agreed on before that ended.
 */
export type Renewal = {
  type: 'AutoRenew' | 'ManualRenew';
  /** When the last term ends. RFC 3339. */
  startTime: string;
  endTime: string;
};

export type RawNotification = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: string;
};

/** The kinds of records that notifications are about. */
export const subjectKinds = ['OFFER', 'AGREEMENT', 'PRODUCT'] as const;
export type Subject = { kind: (typeof subjectKinds)[number]; externalId: string };

/** A notification only says what to read again. */
export type Notification = { id: string; subject: Subject };

/** A marketplace's refusal or failure. */
export class MarketplaceError extends Error {
  override readonly name = 'MarketplaceError';
  /** A permanent refusal is the seller's to mend; anything else is tried again. */
  readonly permanent: boolean;
  /** What to do about it, for people. */
  readonly readable: string;
  /** Whether the marketplace is known to have done nothing of what it was asked, as when it turns a call away. */
  readonly hadNoEffect: boolean;
  constructor(
    raw: string,
    options: { permanent: boolean; readable?: string; hadNoEffect?: boolean; cause?: unknown },
  ) {
    super(raw, options.cause === undefined ? undefined : { cause: options.cause });
    this.permanent = options.permanent;
    this.hadNoEffect = options.hadNoEffect ?? options.permanent;
    this.readable = options.readable ?? raw;
  }
}

/** The adapter for an organization at a partner; none where it has no integration. */
export type AdapterRegistry = {
  find(
    organization: { organizationId: string; environment: string },
    partner: string,
  ): MarketplaceAdapter | undefined;
  /** Every marketplace the product knows. */
  partners: readonly string[];
};

export const marketplacePartners = ['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'] as const;
export type MarketplacePartner = (typeof marketplacePartners)[number];

/** A direct sale has no partner, or one that only takes the payment (R36). */
export const isDirect = (partner: string | null | undefined): boolean =>
  !partner || ['PAYA', 'PAYB'].includes(partner);

export const isMarketplace = (partner: string | null | undefined): partner is MarketplacePartner =>
  (marketplacePartners as readonly string[]).includes(partner ?? '');
