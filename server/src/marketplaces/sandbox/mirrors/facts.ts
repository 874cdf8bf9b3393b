import { createHash } from 'node:crypto';
import type { Decimal } from 'decimal.js';
import type { JsonObject, OfferSpec } from '../../specifications.ts';
import type { SandboxAgreementState } from '../states.ts';

export type MirrorAgreement = {
  organizationId: string;
  /** The sandbox's id, which is the agreement's id for the seller. */
  id: string;
  partner: string;
  state: SandboxAgreementState;
  externalOfferId?: string | undefined;
  externalProductId?: string | undefined;
  externalBuyerId: string;
  buyerName?: string | undefined;
  /** RFC 3339. */
  acceptedAt: string;
  startTime: string;
  endTime?: string | undefined;
  quantity?: number | undefined;
  planId?: string | undefined;
  autoRenew?: boolean | undefined;
  /** The terms of the private offer; undefined for an order of a public offer. */
  offerInfo?: JsonObject | undefined;
  /** The ordered values: planId, quantity, amount (for the whole term), currency. */
  order?: JsonObject | undefined;
};

export type MirrorOffer = {
  organizationId: string;
  id: string;
  partner: string;
  name?: string | undefined;
  key: string;
  spec: OfferSpec;
  /** A status of `OfferSnapshot`; an offer with an unknown status is shown as unpublished. */
  state: string;
  /** The URL at which the buyer accepts the offer. */
  url: string;
};

/** Fields of an offer's info that a marketplace reads; the full schemas belong to other slices. */
export type OfferTerms = JsonObject & {
  autoRenew?: boolean;
  billingIntervalInMonths?: number;
  commitAmount?: number;
  commits?: Commit[];
  currency?: string;
  dimensions?: Dimension[];
  discountPercentage?: number;
  eulaUrl?: string;
  mkAAgreementDuration?: string;
  mkAOfferSetId?: string;
  mkCDuration?: number;
  paymentInstallments?: { amount?: number; chargeOn?: string }[];
  startTime?: string;
  trialConfig?: { trialPeriod?: number };
};
export type Commit = {
  key?: string;
  name?: string;
  description?: string;
  quantity?: number;
  rate?: number;
  minimumUsers?: number;
  type?: string;
  length?: number;
  timeUnit?: string;
};
/** Returns whether a commit is priced per seat. Its quantity is then the number of seats of the agreement. */
export const bySeat = (commit: Commit): boolean => commit.type === 'PER_USER';

export type Dimension = {
  key?: string;
  name?: string;
  planId?: string;
  rate?: number;
  priceTiers?: unknown[];
};

export type Terms = {
  info: OfferTerms;
  currency: string;
  /**
   * Total contract value: the sum of the instalments, else of the commits, else the displayed or ordered
   * amount.
   */
  amount: Decimal | undefined;
  /** Sum of the commits' fees for all units. */
  commitRate: Decimal | undefined;
  /** Contract duration in whole months. */
  months: number | undefined;
};
export type AgreementFacts = Terms & {
  agreement: MirrorAgreement;
  /** The marketplace's own name for the state. */
  externalStatus: string;
  order: { planId?: string; quantity?: number; amount?: number; currency?: string };
  planId: string | undefined;
  quantity: number | undefined;
  /** The URL of the agreement at the sandbox. */
  url: string;
};
export type OfferFacts = Terms & { offer: MirrorOffer; name: string; url: string };

/** The functions that derive the records of a marketplace. Undefined fields are omitted. */
export type Mirror = {
  statuses: Record<SandboxAgreementState, string>;
  agreement(facts: AgreementFacts, derive: Derive): Omit<AgreementMirror, 'externalStatus'>;
  offer(facts: OfferFacts, derive: Derive): JsonObject;
};

export type AgreementMirror = {
  externalStatus: string;
  mirror: JsonObject;
  terms?: JsonObject | undefined;
  billingAccountId?: string | undefined;
};

const hash = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * Derives identifiers in a marketplace's format from the service's identifiers. Equal parts result in equal
 * identifiers.
 */
export const derive = {
  /** Returns a whole number with this many digits; 19 digits still fit into 64 bits. */
  digits(length: number, ...parts: string[]): string {
    const smallest = 10n ** BigInt(length - 1);
    return String(smallest + (BigInt(`0x${hash(parts)}`) % (8n * smallest)));
  },
  /** Returns lower-case letters and digits, at most 32. */
  code(length: number, ...parts: string[]): string {
    const pairs = hash(parts).match(/../g) ?? [];
    return pairs
      .map((pair) => alphabet[Number.parseInt(pair, 16) % 36])
      .slice(0, length)
      .join('');
  },
  hex: (length: number, ...parts: string[]): string => hash(parts).slice(0, length),
  guid(...parts: string[]): string {
    const hex = hash(parts);
    const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
    return [...groups, hex.slice(20, 32)].join('-');
  },
};
export type Derive = typeof derive;
