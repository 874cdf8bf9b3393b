import type { JsonObject, OfferSpec } from './specifications.ts';

/** A snapshot of an offer: its state at the marketplace when it was read. */
export type OfferSnapshot = {
  /**
   * The offer id of this service; undefined if another party created the offer, or if the marketplace does
   * not return the id.
   */
  key: string | undefined;
  externalId: string;
  /**
   * Version that increases with every change, if the marketplace has versions: a snapshot with an older
   * version than the last snapshot is dropped.
   */
  revision?: number | undefined;
  /** The status as defined by this service's API. Consecutive snapshots may skip states. */
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
  /**
   * True if acceptances are read from delayed lists. A buyer may have accepted an offer that still appears as
   * pending.
   */
  acceptancesLag?: boolean | undefined;
  /** The marketplace's own name for the step within the state, if any. */
  subStatus?: string | undefined;
  privateOfferUrl: string | undefined;
  failure: string | undefined;
  /** Fields of the offer's info that this marketplace owns. */
  mirror: JsonObject;
  /**
   * Fields of records in `mirror` in which the seller's values are kept, because the marketplace does not
   * return these fields completely.
   */
  ownFields?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Details of an offer that was not created by this service. An unknown offer without these details is
   * ignored.
   */
  madeElsewhere?: ExternalOrigin | undefined;
  /** The marketplace's id of the authorization that the offer resells. */
  authorizationId?: string | undefined;
};

/**
 * An offer that another party created (a vendor that authorizes the seller to resell, or a reseller), or that
 * the seller created in the marketplace's own portal.
 */
export type ExternalOrigin = Omit<OfferSpec, 'key' | 'basedOn'> & {
  /**
   * True if the seller created the offer in the marketplace's portal; the offer is imported as the seller's
   * own offer.
   */
  bySeller?: boolean | undefined;
};

/** A snapshot of a listing: its state at the marketplace when it was read. */
export type ProductSnapshot = {
  /** The product id of this service, if the listing was created from a product. */
  key: string | undefined;
  externalId: string;
  /** The status as defined by this service's API. Consecutive snapshots may skip states. */
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
  /** The name of the vendor on the listing. */
  vendorName: string | undefined;
  failure: string | undefined;
  /** List prices, dimensions and conditions: fields of the product's info that are set by the marketplace. */
  terms: JsonObject;
  /** Records of the product's info that this marketplace owns. */
  mirror: JsonObject;
};

/** A snapshot of an agreement, subscription, order or entitlement: its state at the marketplace when it was read. */
export type AgreementSnapshot = {
  externalId: string;
  /**
   * Version that increases with every change, if the marketplace has versions: a snapshot with an older
   * version than the last snapshot is dropped.
   */
  revision?: number | undefined;
  /** The previous agreement. This agreement is the next term of the same entitlement. */
  succeeds?: { externalId: string; renewal: boolean } | undefined;
  /**
   * True if another agreement follows this agreement, even if the next agreement is not visible yet. The
   * entitlement must then not end automatically at its end time.
   */
  followed?: boolean | undefined;
  status: 'PENDING_START' | 'ACTIVE' | 'SUSPENDED' | 'PENDING_CANCEL' | 'CANCELLED';
  /** The marketplace's own name for the state. */
  externalStatus: string;
  /** Whether the seller's approval is pending. */
  needsApproval: boolean;
  /** The offer ids of this service and of the marketplace, if the agreement results from a private offer. */
  offerKey: string | undefined;
  externalOfferId: string | undefined;
  productId: string | undefined;
  externalProductId: string | undefined;
  externalBuyerId: string;
  /** The license or subscription id in a purchase, if different from the agreement id. */
  externalLicenseId?: string | undefined;
  buyerName: string | undefined;
  /** RFC 3339. */
  acceptedAt: string;
  startTime: string;
  endTime: string | undefined;
  /** True if the agreement goes on after the term of its offer, until it is cancelled. */
  outlivesTerm?: boolean | undefined;
  buyerCommitQuantities: Record<string, number> | undefined;
  /**
   * Present if the offer replaces an earlier offer: its start, and whether it renews the agreement. The
   * earlier terms apply until the seller's approval (`needsApproval`).
   */
  amendment?: { effectiveAt: string; renewal: boolean } | undefined;
  /** The number of units, if the marketplace counts units. */
  quantity?: number | undefined;
  /** The id of the purchased plan, if the marketplace has plans. */
  planId?: string | undefined;
  /**
   * Whether the marketplace renews the agreement automatically at its end, if the marketplace returns this
   * setting.
   */
  autoRenew?: boolean | undefined;
  /** All renewals, oldest first, if the marketplace returns renewals. */
  renewals?: readonly Renewal[] | undefined;
  /** Commercial terms (fields of the entitlement's info), if the marketplace returns the terms. */
  terms: JsonObject | undefined;
  /**
   * True if the marketplace does not return the metering dimensions of an order. The dimensions of the product's public
   * offer then apply.
   */
  hasListedDimensions?: boolean | undefined;
  /** Records of the entitlement's info that this marketplace owns. */
  mirror: JsonObject;
  /** The snapshot of the agreement's offer, if the marketplace returns the offer with the agreement. */
  offer?: OfferSnapshot | undefined;
  /** The buyer's billing account at the marketplace, if any. */
  billingAccountId: string | undefined;
  /**
   * The seller's last cancellation request. Absent without a request, or if the marketplace does not return
   * requests.
   */
  cancellationRequest?: CancellationRequest | undefined;
  /** Ids of changes that the buyer requested and that wait for the seller's answer, if the marketplace returns them. */
  buyerRequests?: readonly string[] | undefined;
};

/** A change of an agreement that the buyer requested: its state at the marketplace when it was read. */
export type BuyerRequest = {
  /** Unique for the marketplace and the seller, also among different agreements. */
  externalId: string;
  externalAgreementId: string;
  /** The requested plan, or the requested number of units. Without both, the end of a suspension. */
  planId?: string | undefined;
  quantity?: number | undefined;
  /** LAPSED: withdrawn by the buyer, or ended without effect. */
  status: 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'LAPSED';
  /** RFC 3339. */
  creationTime?: string | undefined;
  /**
   * When the marketplace last changed the request, if a buyer who requests the same change again gets the same id. A
   * request that waits, and that changed after its end, was made again. RFC 3339.
   */
  changeTime?: string | undefined;
};

export const cancellationRequestStates = [
  'PENDING_APPROVAL',
  'APPROVED',
  'REJECTED',
  'CANCELLED',
  'VALIDATION_FAILED',
] as const;

/** The seller's cancellation request, which the buyer approves or rejects. Times are RFC 3339. */
export type CancellationRequest = {
  externalId: string;
  /** VALIDATION_FAILED: rejected by the marketplace's own checks. CANCELLED: withdrawn by the seller. */
  status: (typeof cancellationRequestStates)[number];
  reasonCode?: string | undefined;
  /** Explanation by the buyer or the marketplace, such as of a rejection. */
  message?: string | undefined;
  creationTime?: string | undefined;
  lastUpdateTime?: string | undefined;
  /** The deadline for the buyer's response. Without a response, the request counts as approved. */
  answerTime?: string | undefined;
};

/**
 * A renewal: a new term that follows the last term, automatically or at the buyer's request. A renewal may be
 * agreed before the last term ends.
 */
export type Renewal = {
  type: 'AutoRenew' | 'ManualRenew';
  /** The end of the last term. RFC 3339. */
  startTime: string;
  endTime: string;
};
