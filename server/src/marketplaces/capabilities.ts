import type { RevenueCapabilities } from './revenue.ts';
import type { UsageCapabilities } from './usage.ts';

/** The abilities and limits of a marketplace, as data. */
export type Capabilities = {
  partner: string;
  /** Whether sellers can make private offers through an interface. */
  privateOffers: boolean;
  /** Whether an acceptance needs the seller's approval before it is active. */
  approval: boolean;
  /** Out-of-process retries of a creation that are recorded on the offer; 0 when they are not. */
  recordedCreateRetries: number;
  /** How a lost creation is recovered: by the same call again, by a look-up, or by a person. */
  createIdempotency: 'token' | 'lookup' | 'none';
  /** So long after a lost answer a look-up that finds nothing does not count yet, in milliseconds. */
  lookupSettlesMs: number;
  /** Whether an offer shows our key whenever it is read: it is known by that before its own id is. Not when absent. */
  showsKeys?: boolean;
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
  /** The field of the form, or of the query, in which buyers bring the token of their purchase; undefined where they bring none. */
  purchaseTokenParameter?: string | undefined;
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
