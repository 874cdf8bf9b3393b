import { lengthOf } from '../../rules/checks.ts';
import type { OfferLimit } from '../../rules/contract.ts';

/** Longest duration in months. */
const longestDuration = 84;

/** Published limits of offers. */
export const limits: readonly OfferLimit[] = [
  {
    code: 'INVALID_ARGUMENT',
    readable: 'The marketplace supports private offers in USD only.',
    pointer: '/info/currency',
    isExceeded: (spec) =>
      spec.info.currency !== undefined && spec.info.currency !== '' && spec.info.currency !== 'USD',
  },
  {
    code: 'INVALID_ARGUMENT',
    readable: 'The name exceeds the marketplace’s limit of 256 characters.',
    pointer: '/name',
    isExceeded: (spec) => lengthOf(spec.name) > 256,
  },
  {
    code: 'INVALID_ARGUMENT',
    readable: 'The internal note exceeds the marketplace’s limit of 1500 characters.',
    pointer: '/info/mkCProviderInternalNote',
    isExceeded: (spec) => lengthOf(spec.info.mkCProviderInternalNote) > 1500,
  },
  {
    code: 'INVALID_ARGUMENT',
    readable: `The marketplace supports a duration of at most ${longestDuration} months.`,
    pointer: '/info/mkCDuration',
    isExceeded: (spec) => Number(spec.info.mkCDuration ?? 0) > longestDuration,
  },
];
