import type { JsonObject, OfferSpec } from './specifications.ts';

/** An offer as its marketplace shows it when it is read. */
export type OfferSnapshot = {
  /** Our offer's id; none where another party made it, or the marketplace shows nothing of ours. */
  key: string | undefined;
  externalId: string;
  /** Grows with every change at the marketplace, where it shows that: an older reading than the last one is dropped. */
  revision?: number | undefined;
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
  /** Acceptances are read from lists that lag: a state in which no buyer has accepted says only that none is listed yet. */
  acceptancesLag?: boolean | undefined;
  /** The step within the state, in the marketplace's word, where it has one. */
  subStatus?: string | undefined;
  privateOfferUrl: string | undefined;
  failure: string | undefined;
  /** Fields of the offer's info that belong to this marketplace. */
  mirror: JsonObject;
  /** What an offer is about that was not made by us. Where it is absent, an offer that we do not know is nobody's. */
  madeElsewhere?: MadeElsewhere | undefined;
  /** The marketplace's id of the authorization that is resold. */
  authorizationId?: string | undefined;
};

/**
 * An offer of another party, a vendor that lets us resell or a reseller of ours, or one that the seller made in the
 * marketplace's own portal.
 */
export type MadeElsewhere = Omit<OfferSpec, 'key' | 'basedOn'> & {
  /** The seller made it: it is the seller's own offer, as those that are made by us. */
  bySeller?: boolean | undefined;
};

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
  /** Grows with every change at the marketplace, where it shows that: an older reading than the last one is dropped. */
  revision?: number | undefined;
  /** The agreement that this one follows: it is the next term of the same entitlement. */
  succeeds?: { externalId: string; renewal: boolean } | undefined;
  /** Another agreement follows this one, which may not be seen yet: time alone does not end it. */
  followed?: boolean | undefined;
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
  /** Of the license or subscription, as a purchase names it, where it is another than the agreement's. */
  externalLicenseId?: string | undefined;
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
