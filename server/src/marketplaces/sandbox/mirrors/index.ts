import { Decimal } from 'decimal.js';
import { LosslessNumber } from 'lossless-json';
import { isMarketplace, type MarketplacePartner } from '../../partners.ts';
import type { JsonObject } from '../../specifications.ts';
import { coinDigits, commitLength, daysBegun, lengthFrom, monthsAfter } from '../calendar.ts';
import {
  type AgreementFacts,
  type AgreementMirror,
  bySeat,
  type Commit,
  derive,
  type Mirror,
  type MirrorAgreement,
  type MirrorOffer,
  type OfferTerms,
  type Terms,
} from './facts.ts';
import { mkA } from './mkA.ts';
import { mkB } from './mkB.ts';
import { mkC } from './mkC.ts';
import { mkD } from './mkD.ts';
import { mkE } from './mkE.ts';
import { mkF } from './mkF.ts';

export type { AgreementMirror, MirrorAgreement, MirrorOffer } from './facts.ts';

const mirrors: Record<MarketplacePartner, Mirror> = {
  MKA: mkA,
  MKB: mkB,
  MKC: mkC,
  MKD: mkD,
  MKE: mkE,
  MKF: mkF,
};

/**
 * Derives the marketplace's representation of a sandbox agreement: the name of its state, and the
 * marketplace's records as fields of the entitlement's info (R43). `terms` is present only if the marketplace
 * returns commercial terms. A pure function. Integers beyond 2^53 are `LosslessNumber`s (R7): print them with
 * `stringify` of lossless-json.
 * @throws Error if the partner is not a marketplace
 */
export function agreementMirror(agreement: MirrorAgreement): AgreementMirror {
  const mirror = mirrorOf(agreement.partner);
  const order = (agreement.order ?? {}) as AgreementFacts['order'];
  const info = (agreement.offerInfo ?? {}) as OfferTerms;
  const quantity = agreement.quantity ?? order.quantity;
  const facts: AgreementFacts = {
    ...termsOf(agreement.partner, info, [agreement.startTime, agreement.endTime], order, quantity),
    agreement,
    externalStatus: mirror.statuses[agreement.state],
    order,
    planId: agreement.planId ?? order.planId,
    quantity,
    url: `https://sandbox.invalid/${pathOf(agreement.partner, 'agreements', agreement.id)}`,
  };
  return prune({ externalStatus: facts.externalStatus, ...mirror.agreement(facts, derive) });
}

/**
 * Derives the URL at which a buyer accepts a sandbox offer, and the marketplace's record of the offer as a
 * field of the offer's info (R43). Empty for marketplaces without such a record or without private offers
 * (R36).
 * @throws Error if the partner is not a marketplace
 */
export function offerMirror(offer: MirrorOffer): { privateOfferUrl: string; mirror: JsonObject } {
  const info = offer.spec.info as OfferTerms;
  const name = offer.name ?? offer.spec.name ?? offer.key;
  const times = [info.startTime, offer.spec.endTime] as const;
  const facts = { ...termsOf(offer.partner, info, times, {}), offer, name, url: offer.url };
  return { privateOfferUrl: offer.url, mirror: prune(mirrorOf(offer.partner).offer(facts, derive)) };
}

const pathOf = (partner: string, kind: string, id: string) =>
  `${partner.toLowerCase()}/${kind}/${encodeURIComponent(id)}`;

function mirrorOf(partner: string): Mirror {
  if (!isMarketplace(partner)) throw new Error(`unknown marketplace ${partner}`);
  return mirrors[partner];
}

type Times = readonly [start: string | undefined, end: string | undefined];

function termsOf(
  partner: string,
  info: OfferTerms,
  times: Times,
  order: AgreementFacts['order'],
  bought?: number,
): Terms {
  const months = monthsOf(info, ...times);
  const fees = info.commits?.map((commit) => {
    const count = partner === 'MKC' ? (months ?? 1) : timesIn(times, months, commit);
    return feeOf(commit, bought)?.times(count);
  });
  const currency = info.currency || order.currency || 'USD';
  const amount =
    sum(info.paymentInstallments?.map((payment) => payment.amount)) ??
    sum(fees) ??
    sum([info.commitAmount ?? order.amount]);
  return {
    info,
    currency,
    amount: amount?.toDecimalPlaces(coinDigits(currency), Decimal.ROUND_HALF_UP),
    commitRate: sum(info.commits?.map((commit) => feeOf(commit, bought))),
    months,
  };
}

/**
 * Counts the periods that start within the contract, for a fee with its own period length. The fee is charged
 * once for each period.
 */
function timesIn([from, to]: Times, months: number | undefined, { length, timeUnit }: Commit): number {
  const own = commitLength(length, timeUnit);
  if (!own || months === undefined) return 1;
  const start = from ? Date.parse(from) : Date.UTC(2001, 0, 1);
  const end = from && to ? Date.parse(to) : monthsAfter(start, months);
  if ('days' in own) return daysBegun(start, end, own.days);
  // A remainder of some hours does not count as a period; a remainder of a day does.
  let count = Math.max(1, Math.floor(months / own.months));
  while (end - monthsAfter(start, own.months * count) >= dayMs) count += 1;
  return count;
}

const dayMs = 86_400_000;

// The default precision of the library, 20 digits, is too small for exact sums.
const Exact = Decimal.clone({ precision: 60 });

/** Computes the fee for all units, that is, the purchased seats or else the offered quantity. */
function feeOf(commit: Commit, bought: number | undefined): Decimal | undefined {
  const { rate, quantity, minimumUsers, type } = commit;
  if (typeof rate !== 'number') return undefined;
  const offered = positive(quantity) ?? (type === 'PER_USER' ? positive(minimumUsers) : undefined);
  return new Exact(rate).times((bySeat(commit) ? bought : undefined) ?? offered ?? 1);
}

const positive = (value: number | undefined) => (value !== undefined && value > 0 ? value : undefined);

function sum(values: readonly (Decimal | number | undefined)[] = []): Decimal | undefined {
  const known = values.filter((value) => value !== undefined && value !== null);
  return known.length > 0 ? Exact.sum(...known) : undefined;
}

function monthsOf(info: OfferTerms, start: string | undefined, end: string | undefined): number | undefined {
  if (start && end) return monthsNear(Date.parse(start), Date.parse(end)) || undefined;
  if (info.mkCDuration) return info.mkCDuration;
  const { mkAAgreementDuration: duration } = info;
  if (duration) return Math.round(lengthFrom(duration)?.as('months') ?? 0) || undefined;
  const lengths = (info.commits ?? []).map(({ length = 0, timeUnit }) =>
    timeUnit === 'YEAR' ? 12 * length : timeUnit === 'MONTH' ? length : 0,
  );
  return Math.max(0, ...lengths) || undefined;
}

/**
 * Returns the nearest number of months between two times: terms often end a millisecond before their
 * anniversary.
 */
function monthsNear(start: number, end: number): number {
  let months = Math.max(0, Math.floor((end - start) / (31 * dayMs)) - 1);
  while (monthsAfter(start, months + 1) <= end) months += 1;
  const [before, after] = [monthsAfter(start, months), monthsAfter(start, months + 1)];
  return end - before < after - end ? months : months + 1;
}

/** Removes undefined fields, so that equal records compare and print equally. */
function prune<T>(value: T): T {
  if (Array.isArray(value)) return value.map(prune) as T;
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
  const known = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(known.map(([name, item]) => [name, prune(item)])) as T;
}
