import { lengthOf } from '../../rules/checks.ts';
import type { OfferLimit } from '../../rules/contract.ts';

/** Published limits of offers. */
export const limits: readonly OfferLimit[] = [
  {
    code: 'collectionLimitExceeded',
    readable: 'A private offer can have at most 10 pricing entries.',
    pointer: '/info/mkBPrivateOffer/pricing',
    isExceeded: (spec) =>
      lengthOf((spec.info.mkBPrivateOffer as { pricing?: unknown } | undefined)?.pricing) > 10,
  },
];
