import { createHash } from 'node:crypto';
import { Decimal } from 'decimal.js';
import { LosslessNumber } from 'lossless-json';
import { DateTime, Duration } from 'luxon';
import { isMarketplace, type JsonObject, type MarketplacePartner, type OfferSpec } from '../../adapter.ts';
import { mkA } from './mkA.ts';
import { mkB } from './mkB.ts';
import { mkC } from './mkC.ts';
import { mkD } from './mkD.ts';
import { mkE } from './mkE.ts';
import { mkF } from './mkF.ts';

export type AgreementState = 'PENDING_APPROVAL' | 'ACTIVE' | 'SUSPENDED' | 'PENDING_CANCEL' | 'CANCELLED';

export type MirrorAgreement = {
  organizationId: string;
  /** The sandbox's id, by which the seller knows the agreement. */
  id: string;
  partner: string;
  state: AgreementState;
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
  baseUrl: string;
};

/** What an offer's terms say to a marketplace; the records' full shapes belong to other slices. */
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
};
export type Commit = {
  key?: string;
  name?: string;
  description?: string;
  quantity?: number;
  rate?: number;
  type?: string;
  length?: number;
  timeUnit?: string;
  buyerQuantityConfigurable?: boolean;
};
export type Dimension = { key?: string; name?: string; rate?: number; priceTiers?: unknown[] };

type Terms = {
  info: OfferTerms;
  currency: string;
  /** Value of the whole contract: instalments, else commits, else the displayed or the ordered amount. */
  amount: Decimal | undefined;
  /** The commits' rates together. */
  commitRate: Decimal | undefined;
  /** Length of the contract in whole months. */
  months: number | undefined;
};
export type AgreementFacts = Terms & {
  agreement: MirrorAgreement;
  /** The marketplace's own word for the state. */
  status: string;
  order: { planId?: string; quantity?: number; amount?: number; currency?: string };
  planId: string | undefined;
  quantity: number | undefined;
  /** Where the sandbox shows the agreement. */
  url: string;
};
export type OfferFacts = Terms & { offer: MirrorOffer; name: string; url: string };

/** One marketplace's records. Undefined fields are left out. */
export type Mirror = {
  statuses: Record<AgreementState, string>;
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
const derive = {
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

const mirrors: Record<MarketplacePartner, Mirror> = {
  MKA: mkA,
  MKB: mkB,
  MKC: mkC,
  MKD: mkD,
  MKE: mkE,
  MKF: mkF,
};

/**
 * What a marketplace shows of an agreement of the sandbox: its word for the state, and its own records as
 * fields of the entitlement's info (R43). `terms` only where the marketplace tells its commercial terms.
 * Everything follows from the argument. Integers beyond 2^53 are `LosslessNumber`s (R7): print them with
 * `stringify` of lossless-json.
 * @throws Error when the partner is no marketplace
 */
export function agreementMirror(agreement: MirrorAgreement): AgreementMirror {
  const mirror = mirrorOf(agreement.partner);
  const order = (agreement.order ?? {}) as AgreementFacts['order'];
  const info = (agreement.offerInfo ?? {}) as OfferTerms;
  const facts: AgreementFacts = {
    ...termsOf(info, agreement.startTime, agreement.endTime, order),
    agreement,
    status: mirror.statuses[agreement.state],
    order,
    planId: agreement.planId ?? order.planId,
    quantity: agreement.quantity ?? order.quantity,
    url: `https://sandbox.invalid/${pathOf(agreement.partner, 'agreements', agreement.id)}`,
  };
  return prune({ externalStatus: facts.status, ...mirror.agreement(facts, derive) });
}

/**
 * Where a buyer accepts an offer of the sandbox, and the marketplace's own record of it as a field of the
 * offer's info (R43): none on marketplaces that show no such record, or know no private offers (R36).
 * @throws Error when the partner is no marketplace
 */
export function offerMirror(offer: MirrorOffer): { privateOfferUrl: string; mirror: JsonObject } {
  const info = offer.spec.info as OfferTerms;
  const url = `${offer.baseUrl.replace(/\/+$/, '')}/sandbox/${pathOf(offer.partner, 'offers', offer.id)}`;
  const name = offer.name ?? offer.spec.name ?? offer.key;
  const facts = { ...termsOf(info, info.startTime, offer.spec.endTime, {}), offer, name, url };
  return { privateOfferUrl: url, mirror: prune(mirrorOf(offer.partner).offer(facts, derive)) };
}

const pathOf = (partner: string, kind: string, id: string) =>
  `${partner.toLowerCase()}/${kind}/${encodeURIComponent(id)}`;

function mirrorOf(partner: string): Mirror {
  if (!isMarketplace(partner)) throw new Error(`no marketplace is called ${partner}`);
  return mirrors[partner];
}

function termsOf(
  info: OfferTerms,
  start: string | undefined,
  end: string | undefined,
  order: AgreementFacts['order'],
): Terms {
  const commitRate = sum(info.commits?.map((commit) => commit.rate));
  const shown = info.commitAmount ?? order.amount;
  return {
    info,
    currency: info.currency || order.currency || 'USD',
    amount: sum(info.paymentInstallments?.map((payment) => payment.amount)) ?? commitRate ?? sum([shown]),
    commitRate,
    months: monthsOf(info, start, end),
  };
}

// Twenty digits, the library's default, are too few for a sum that must be exact.
const Exact = Decimal.clone({ precision: 60 });

function sum(values: readonly (number | undefined)[] = []): Decimal | undefined {
  const known = values.filter((value) => typeof value === 'number');
  return known.length > 0 ? Exact.sum(...known) : undefined;
}

function monthsOf(info: OfferTerms, start: string | undefined, end: string | undefined): number | undefined {
  if (start && end) {
    const [from, to] = [start, end].map((text) => DateTime.fromISO(text, { zone: 'utc' })) as [
      DateTime,
      DateTime,
    ];
    // A term often ends a millisecond before its anniversary.
    return Math.round(to.diff(from, 'months').months) || undefined;
  }
  if (info.mkCDuration) return info.mkCDuration;
  if (info.mkAAgreementDuration)
    return Math.round(Duration.fromISO(info.mkAAgreementDuration).as('months')) || undefined;
  const { length, timeUnit } = info.commits?.[0] ?? {};
  if (timeUnit === 'YEAR' && length) return 12 * length;
  return timeUnit === 'MONTH' ? length || undefined : undefined;
}

/** A field that is not known is absent and not undefined, so that records compare and print alike. */
function prune<T>(value: T): T {
  if (Array.isArray(value)) return value.map(prune) as T;
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
  const known = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(known.map(([name, item]) => [name, prune(item)])) as T;
}
