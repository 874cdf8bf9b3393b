import type { MarketplacePartner } from '../partners.ts';
import type { OfferSpec } from '../specifications.ts';

/** A rejection of an offer: the marketplace's own code, and the remedy. */
export type Refusal = { code: string; readable: string };
type OfferRefusal = Refusal & { pointer: string };
type Rule = (spec: OfferSpec) => OfferRefusal | undefined;

const lengthOf = (value: unknown): number =>
  Array.isArray(value) || typeof value === 'string' ? value.length : 0;

const currenciesOfA = ['USD', 'EUR', 'GBP', 'AUD', 'JPY', 'CAD'];
/** Longest duration in months. */
const longestOfC = 84;

/** Returns whether two payments fall on the same day. */
function paysTwiceADay({ info }: OfferSpec): boolean {
  const payments = (info.paymentInstallments ?? []) as { chargeOn?: string }[];
  const days = payments.flatMap(({ chargeOn }) => chargeOn?.slice(0, 10) || []);
  return new Set(days).size < days.length;
}

const rules: Record<MarketplacePartner, readonly Rule[]> = {
  MKA: [
    (spec) =>
      (spec.name?.length ?? 0) > 150
        ? {
            code: 'INVALID_NAME',
            readable: 'The name exceeds the marketplace’s limit of 150 characters.',
            pointer: '/name',
          }
        : undefined,
    (spec) =>
      lengthOf(spec.info.buyerMkAAccountIds) > 26
        ? {
            code: 'TOO_MANY_BUYER_ACCOUNTS',
            readable: 'An offer can have at most 26 buyer accounts.',
            pointer: '/info/buyerMkAAccountIds',
          }
        : undefined,
    (spec) =>
      lengthOf(spec.info.paymentInstallments) > 60
        ? {
            code: 'TOO_MANY_CHARGES',
            readable: 'A payment schedule can have at most 60 instalments.',
            pointer: '/info/paymentInstallments',
          }
        : undefined,
    (spec) =>
      paysTwiceADay(spec)
        ? {
            code: 'DUPLICATE_CHARGE_DATES',
            readable: 'A payment schedule can have at most one instalment per day.',
            pointer: '/info/paymentInstallments',
          }
        : undefined,
    (spec) =>
      spec.info.currency && !currenciesOfA.includes(spec.info.currency as string)
        ? {
            code: 'INVALID_CURRENCY_CODE',
            readable: `The marketplace supports only these currencies: ${currenciesOfA.join(', ')}.`,
            pointer: '/info/currency',
          }
        : undefined,
    (spec) =>
      lengthOf(spec.info.refundCancellationPolicy) > 500
        ? {
            code: 'VALIDATION_EXCEPTION',
            readable: 'The refund policy exceeds the marketplace’s limit of 500 characters.',
            pointer: '/info/refundCancellationPolicy',
          }
        : undefined,
    (spec) =>
      spec.endTime && spec.expireTime && Date.parse(spec.endTime) <= Date.parse(spec.expireTime)
        ? {
            code: 'INVALID_AVAILABILITY_END_DATE',
            readable: 'The offer would end while it can still be accepted: endTime must be after expireTime.',
            pointer: '/expireTime',
          }
        : undefined,
  ],
  MKB: [
    (spec) =>
      lengthOf((spec.info.mkBPrivateOffer as { pricing?: unknown } | undefined)?.pricing) > 10
        ? {
            code: 'collectionLimitExceeded',
            readable: 'A private offer can have at most 10 pricing entries.',
            pointer: '/info/mkBPrivateOffer/pricing',
          }
        : undefined,
  ],
  MKC: [
    (spec) =>
      spec.info.currency !== undefined && spec.info.currency !== '' && spec.info.currency !== 'USD'
        ? {
            code: 'INVALID_ARGUMENT',
            readable: 'The marketplace supports private offers in USD only.',
            pointer: '/info/currency',
          }
        : undefined,
    (spec) =>
      lengthOf(spec.name) > 256
        ? {
            code: 'INVALID_ARGUMENT',
            readable: 'The name exceeds the marketplace’s limit of 256 characters.',
            pointer: '/name',
          }
        : undefined,
    (spec) =>
      lengthOf(spec.info.mkCProviderInternalNote) > 1500
        ? {
            code: 'INVALID_ARGUMENT',
            readable: 'The internal note exceeds the marketplace’s limit of 1500 characters.',
            pointer: '/info/mkCProviderInternalNote',
          }
        : undefined,
    (spec) =>
      Number(spec.info.mkCDuration ?? 0) > longestOfC
        ? {
            code: 'INVALID_ARGUMENT',
            readable: `The marketplace supports a duration of at most ${longestOfC} months.`,
            pointer: '/info/mkCDuration',
          }
        : undefined,
  ],
  MKD: [],
  MKE: [],
  MKF: [],
};

/** Returns the published rules of the marketplace that an offer violates. */
export const refusalsOf = (partner: MarketplacePartner, spec: OfferSpec): OfferRefusal[] =>
  rules[partner].flatMap((rule) => rule(spec) ?? []);
