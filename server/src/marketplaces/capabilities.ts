import type { RevenueCapabilities } from './revenue.ts';
import type { UsageCapabilities } from './usage.ts';

/** The capabilities and limits of a marketplace, as data. */
export type Capabilities = {
  partner: string;
  /** Whether sellers can create private offers through the marketplace's API. */
  privateOffers: boolean;
  /** Whether an accepted agreement needs the seller's approval before it becomes active. */
  approval: boolean;
  /**
   * Whether the buyer's account needs the seller's approval too. `approveAgreement` approves the account with its
   * first agreement. Defaults to false.
   */
  approvesAccounts?: boolean;
  /**
   * Whether the marketplace removes an agreement that was rejected or withdrawn before its approval. Defaults
   * to false: such an agreement is read as CANCELLED.
   */
  removesUnapproved?: boolean;
  /**
   * Whether an agreement may go on after its term, so that only the marketplace's report ends it. Defaults to false: an
   * agreement whose end the marketplace does not report is ended a day after its term.
   */
  outlivesTerms?: boolean;
  /** Number of creation retries that are recorded on the offer; 0 if retries are not recorded. */
  recordedCreateRetries: number;
  /**
   * Recovery after a lost response to a creation. `token`: repeat the call. `lookup`: look up the offer.
   * `none`: the seller must check.
   */
  createIdempotency: 'token' | 'lookup' | 'none';
  /** Time in milliseconds after a lost response during which a lookup without a result is inconclusive. */
  lookupSettlesMs: number;
  /**
   * Whether every snapshot of an offer contains the key of this service, so that the offer is recognized
   * before the marketplace's id is known. Defaults to false.
   */
  showsKeys?: boolean;
  cancelOffer: 'native' | 'expire' | 'none';
  /** Whether the acceptance deadline of a published offer can be changed. */
  extend: boolean;
  /**
   * Whether only an expired offer can have another deadline, because the marketplace publishes it again as a
   * whole. Defaults to false.
   */
  extendsExpired?: true;
  /**
   * Fields of a published offer that can be changed: `name`, `expireTime`, `info.x`, or `info.*` for all
   * fields of `info`.
   */
  updatable: readonly string[];
  /**
   * How the seller can cancel an agreement: immediately, by a request that needs the buyer's consent, or not
   * at all.
   */
  cancelAgreement: 'immediate' | 'request' | 'none';
  /** Reason codes of cancellation requests, shown to the buyer. Absent if the marketplace shows no reason. */
  cancellationReasons?: readonly string[];
  /** Whether the seller can change the number of units of an agreement. */
  changeQuantity: boolean;
  /** Refund policy for a buyer who paid in advance, for each case in which the commitment is reduced. */
  refunds: Readonly<Record<RefundCase, Refund>> & {
    /** Hours after the purchase within which a cancellation is refunded in full. */
    fullWithinHours?: number;
  };
  /** Reason codes of invoice refunds. Absent if sellers cannot request refunds through the API. */
  refundReasons?: readonly string[];
  /**
   * The texts of the marketplace's standard license agreements, by EulaType, if the texts can be combined
   * with other texts.
   */
  standardAgreements?: Readonly<Record<string, string>>;
  /** The changes that the marketplace and its buyers can make to an active agreement. */
  agreementChanges: readonly AgreementChange[];
  /**
   * How the seller answers changes that buyers request. Undefined if changes need no answer.
   */
  buyerRequests?: BuyerRequestCapabilities | undefined;
  /**
   * The form field or query parameter that contains the purchase token; undefined if the marketplace does not
   * pass a token.
   */
  purchaseTokenParameter?: string | undefined;
  /** Limits for reported usage; undefined if usage cannot be reported to the marketplace. */
  usage: UsageCapabilities | undefined;
  /**
   * Schedule on which new revenue can be read; undefined if the marketplace does not provide revenue data.
   */
  revenue: RevenueCapabilities | undefined;
};

export type BuyerRequestCapabilities = {
  /**
   * Seconds after which the marketplace takes a missing answer for an acceptance. The seller then cannot be
   * asked, and the organization's setting must be an answer. Undefined if the marketplace waits.
   */
  silenceAcceptsAfterSeconds?: number | undefined;
};

/** All reason codes of cancellation requests; each marketplace accepts a subset. */
export const cancellationReasonCodes = [
  'ALTERNATIVE_PROCUREMENT_CHANNEL',
  'BUYER_DISSATISFACTION',
  'INCORRECT_TERMS_ACCEPTED',
  'OTHER',
  'PRODUCT_DISCONTINUED',
  'REPLACING_AGREEMENT',
  'TEST_AGREEMENT',
  'UNINTENDED_RENEWAL',
] as const;

/** All reason codes of invoice refunds; each marketplace accepts a subset. */
export const refundReasonCodes = [
  'ALTERNATIVE_PROCUREMENT_CHANNEL',
  'BUYER_DISSATISFACTION',
  'INCORRECT_METERING',
  'INCORRECT_TERMS_ACCEPTED',
  'OTHER',
  'TEST_ENVIRONMENT_CHARGES',
  'UNINTENDED_RENEWAL',
] as const;

/** The changes that reduce a commit that the buyer may have paid in advance. */
export const refundCases = ['cancellation', 'fewerUnits', 'cheaperPlan'] as const;
export type RefundCase = (typeof refundCases)[number];
/**
 * Refund policy for one case. `onRequest`: the seller requests the refund from the marketplace. `nothing`:
 * the marketplace does not refund. `none`: the case does not exist at the marketplace. Refunds are never
 * automatic.
 */
export type Refund = 'onRequest' | 'nothing' | 'none';

export const agreementChanges = ['suspend', 'renew', 'changeQuantity', 'changePlan'] as const;
export type AgreementChange = (typeof agreementChanges)[number];
