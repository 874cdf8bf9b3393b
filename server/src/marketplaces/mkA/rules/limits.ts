import { lengthOf } from '../../rules/checks.ts';
import type { OfferLimit } from '../../rules/contract.ts';
import type { OfferSpec } from '../../specifications.ts';

const currencies = ['USD', 'EUR', 'GBP', 'AUD', 'JPY', 'CAD'];

/** Returns whether two payments fall on the same day. */
function paysTwiceADay({ info }: OfferSpec): boolean {
  const payments = (info.paymentInstallments ?? []) as { chargeOn?: string }[];
  const days = payments.flatMap(({ chargeOn }) => chargeOn?.slice(0, 10) || []);
  return new Set(days).size < days.length;
}

/** Published limits of offers. */
export const limits: readonly OfferLimit[] = [
  {
    code: 'INVALID_NAME',
    readable: 'The name exceeds the marketplace’s limit of 150 characters.',
    pointer: '/name',
    isExceeded: (spec) => (spec.name?.length ?? 0) > 150,
  },
  {
    code: 'TOO_MANY_BUYER_ACCOUNTS',
    readable: 'An offer can have at most 26 buyer accounts.',
    pointer: '/info/buyerMkAAccountIds',
    isExceeded: (spec) => lengthOf(spec.info.buyerMkAAccountIds) > 26,
  },
  {
    code: 'TOO_MANY_CHARGES',
    readable: 'A payment schedule can have at most 60 instalments.',
    pointer: '/info/paymentInstallments',
    isExceeded: (spec) => lengthOf(spec.info.paymentInstallments) > 60,
  },
  {
    code: 'DUPLICATE_CHARGE_DATES',
    readable: 'A payment schedule can have at most one instalment per day.',
    pointer: '/info/paymentInstallments',
    isExceeded: (spec) => paysTwiceADay(spec),
  },
  {
    code: 'INVALID_CURRENCY_CODE',
    readable: `The marketplace supports only these currencies: ${currencies.join(', ')}.`,
    pointer: '/info/currency',
    isExceeded: (spec) => !!spec.info.currency && !currencies.includes(spec.info.currency as string),
  },
  {
    code: 'VALIDATION_EXCEPTION',
    readable: 'The refund policy exceeds the marketplace’s limit of 500 characters.',
    pointer: '/info/refundCancellationPolicy',
    isExceeded: (spec) => lengthOf(spec.info.refundCancellationPolicy) > 500,
  },
  {
    code: 'INVALID_AVAILABILITY_END_DATE',
    readable: 'The offer would end while it can still be accepted: endTime must be after expireTime.',
    pointer: '/expireTime',
    isExceeded: (spec) =>
      !!spec.endTime && !!spec.expireTime && Date.parse(spec.endTime) <= Date.parse(spec.expireTime),
  },
];
