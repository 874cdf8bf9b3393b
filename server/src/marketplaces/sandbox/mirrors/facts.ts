import { createHash } from 'node:crypto';
import type { Decimal } from 'decimal.js';
import type { JsonObject, OfferSpec } from '../../specifications.ts';
import type { SandboxAgreementState } from '../states.ts';

export type MirrorAgreement = {
  organizationId: string;
  /** The sandbox's id, by which the seller knows the agreement. */
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
  /** The terms of the private offer; none for an order of a public one. */
  offerInfo?: JsonObject | undefined;
  /** What the order asked for: planId, quantity, amount (the whole term's), currency. */
  order?: JsonObject | undefined;
};

export type MirrorOffer = {
  organizationId: string;
  id: string;
  partner: string;
  name?: string | undefined;
  key: string;
  spec: OfferSpec;
  /** A status of `OfferSnapshot`; any other shows as an offer that is not published yet. */
  state: string;
  /** Where its buyer accepts it. */
  url: string;
};

/** The terms of an offer that a marketplace reads; the records' full shapes belong to other slices. */
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
/** Says whether a commit is for as many seats as the agreement has; other quantities stand in the commit. */
export const bySeat = (commit: Commit): boolean => commit.type === 'PER_USER';

export type Dimension = { key?: string; name?: string; rate?: number; priceTiers?: unknown[] };

export type Terms = {
  info: OfferTerms;
  currency: string;
  /** Value of the whole contract: instalments, else commits, else the displayed or the ordered amount. */
  amount: Decimal | undefined;
  /** The commits' rates for all units together. */
  commitRate: Decimal | undefined;
  /** Length of the contract in whole months. */
  months: number | undefined;
};
export type AgreementFacts = Terms & {
  agreement: MirrorAgreement;
  /** The marketplace's own word for the state. */
  externalStatus: string;
  order: { planId?: string; quantity?: number; amount?: number; currency?: string };
  planId: string | undefined;
  quantity: number | undefined;
  /** Where the sandbox shows the agreement. */
  url: string;
};
export type OfferFacts = Terms & { offer: MirrorOffer; name: string; url: string };

/** The functions that make one marketplace's records. Undefined fields are left out. */
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

/** Identifiers that look like a marketplace's and follow from ours: the same parts give the same one. */
export const derive = {
  /** A whole number of so many digits; 19 digits still fit 64 bits. */
  digits(length: number, ...parts: string[]): string {
    const smallest = 10n ** BigInt(length - 1);
    return String(smallest + (BigInt(`0x${hash(parts)}`) % (8n * smallest)));
  },
  /** Lower-case letters and digits, 32 at most. */
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
