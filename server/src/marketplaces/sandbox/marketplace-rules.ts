import type { MarketplacePartner } from '../partners.ts';
import type { OfferSpec } from '../specifications.ts';

/** The reason why a marketplace does not take an offer: its own code, and what to do about it. */
export type Refusal = { code: string; readable: string };
type OfferRefusal = Refusal & { pointer: string };
type Rule = (spec: OfferSpec) => OfferRefusal | undefined;

const lengthOf = (value: unknown): number =>
  Array.isArray(value) || typeof value === 'string' ? value.length : 0;

const currenciesOfA = ['USD', 'EUR', 'GBP', 'AUD', 'JPY', 'CAD'];
/** Seven years. */
const longestOfC = 84;

/** Says whether two payments fall on one day. */
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
            readable: 'The name has more than the 150 characters that the marketplace takes.',
            pointer: '/name',
          }
        : undefined,
    (spec) =>
      lengthOf(spec.info.buyerMkAAccountIds) > 26
        ? {
            code: 'TOO_MANY_BUYER_ACCOUNTS',
            readable: 'An offer goes to at most 26 buyer accounts.',
            pointer: '/info/buyerMkAAccountIds',
          }
        : undefined,
    (spec) =>
      lengthOf(spec.info.paymentInstallments) > 60
        ? {
            code: 'TOO_MANY_CHARGES',
            readable: 'A payment schedule has at most 60 instalments.',
            pointer: '/info/paymentInstallments',
          }
        : undefined,
    (spec) =>
      paysTwiceADay(spec)
        ? {
            code: 'DUPLICATE_CHARGE_DATES',
            readable: 'A payment schedule has at most one instalment a day.',
            pointer: '/info/paymentInstallments',
          }
        : undefined,
    (spec) =>
      spec.info.currency && !currenciesOfA.includes(spec.info.currency as string)
        ? {
            code: 'INVALID_CURRENCY_CODE',
            readable: `The marketplace sells in ${currenciesOfA.join(', ')} only.`,
            pointer: '/info/currency',
          }
        : undefined,
    (spec) =>
      lengthOf(spec.info.refundCancellationPolicy) > 500
        ? {
            code: 'VALIDATION_EXCEPTION',
            readable: 'The refund policy has more than the 500 characters that the marketplace takes.',
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
            readable: 'A private offer has at most 10 pricing entries.',
            pointer: '/info/mkBPrivateOffer/pricing',
          }
        : undefined,
  ],
  MKC: [
    (spec) =>
      spec.info.currency !== undefined && spec.info.currency !== '' && spec.info.currency !== 'USD'
        ? {
            code: 'INVALID_ARGUMENT',
            readable: 'The marketplace sells private offers in USD only.',
            pointer: '/info/currency',
          }
        : undefined,
    (spec) =>
      lengthOf(spec.name) > 256
        ? {
            code: 'INVALID_ARGUMENT',
            readable: 'The name has more than the 256 characters that the marketplace takes.',
            pointer: '/name',
          }
        : undefined,
    (spec) =>
      lengthOf(spec.info.mkCProviderInternalNote) > 1500
        ? {
            code: 'INVALID_ARGUMENT',
            readable: 'The internal note has more than the 1500 characters that the marketplace takes.',
            pointer: '/info/mkCProviderInternalNote',
          }
        : undefined,
    (spec) =>
      Number(spec.info.mkCDuration ?? 0) > longestOfC
        ? {
            code: 'INVALID_ARGUMENT',
            readable: `The marketplace sells for at most ${longestOfC} months.`,
            pointer: '/info/mkCDuration',
          }
        : undefined,
  ],
  MKD: [],
  MKE: [],
  MKF: [],
};

/** The published rules of the marketplace that the offer breaks. */
export const refusalsOf = (partner: MarketplacePartner, spec: OfferSpec): OfferRefusal[] =>
  rules[partner].flatMap((rule) => rule(spec) ?? []);
