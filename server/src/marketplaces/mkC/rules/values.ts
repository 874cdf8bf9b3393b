import { isSet, lengthOf } from '../../rules/checks.ts';
import type { OfferRefusal } from '../../rules/contract.ts';
import { dealTypes } from './form.ts';
import {
  billingAccountOf,
  code,
  dealTypeOf,
  type InfoOfC,
  longestDuration,
  longestNote,
  type OfferOfC,
  type Requirement,
  violated,
} from './terms.ts';

/** Texts with a published length. */
const texts: readonly { pointer: string; words: string; most: number; of(offer: OfferOfC): unknown }[] = [
  { pointer: '/name', words: 'name', most: 256, of: ({ name }) => name },
  {
    pointer: '/info/mkCProviderInternalNote',
    words: 'internal note',
    most: 1500,
    of: ({ info }) => info.mkCProviderInternalNote,
  },
  {
    pointer: '/info/mkCProviderPublicNote',
    words: 'note to the buyer',
    most: longestNote,
    of: ({ info }) => info.mkCProviderPublicNote,
  },
  {
    pointer: '/info/mkCProviderInfo/salesContactName',
    words: 'name of the seller’s contact',
    most: 256,
    of: ({ info }) => info.mkCProviderInfo?.salesContactName,
  },
  {
    pointer: '/info/mkCCustomerInfo/organization',
    words: 'name of the buyer’s company',
    most: 256,
    of: ({ info }) => info.mkCCustomerInfo?.organization,
  },
  {
    pointer: '/info/mkCCustomerInfo/contact',
    words: 'name of the buyer’s contact',
    most: 256,
    of: ({ info }) => info.mkCCustomerInfo?.contact,
  },
];

const longTexts: readonly Requirement[] = texts.map(({ pointer, words, most, of }) => ({
  pointer,
  readable: `The ${words} exceeds the marketplace’s limit of ${most} characters.`,
  isViolated: (offer) => lengthOf(of(offer)) > most,
}));

/** Requirements for other values. */
const others: readonly Requirement[] = [
  {
    pointer: '/info/currency',
    readable: 'The marketplace supports private offers in USD only.',
    isViolated: ({ info: { currency } }) => isSet(currency) && currency !== 'USD',
  },
  {
    pointer: '/info/mkCOfferDealType',
    readable: `The marketplace has only these deal types: ${dealTypes.join(', ')}.`,
    isViolated: ({ info }) => !dealTypes.includes(dealTypeOf(info) ?? 'NEW'),
  },
  {
    pointer: '/info/mkCCustomerInfo/unverifiedBillingAccount',
    readable: 'The billing account must be an id, or have the form billingAccounts/{id}.',
    isViolated: ({ info }) => !/^(billingAccounts\/)?[^/\s]+$/.test(billingAccountOf(info) || 'id'),
  },
  {
    pointer: '/info/mkCDuration',
    readable: `The marketplace supports a duration of at most ${longestDuration} months.`,
    isViolated: ({ info: { mkCDuration } }) => (mkCDuration ?? 0) > longestDuration,
  },
  {
    pointer: '/info/mkCDuration',
    readable: `With autoRenew, the marketplace supports a duration of at most ${longestDuration / 2} months: the term and its renewals last at most ${longestDuration} months.`,
    isViolated: ({ info: { autoRenew, mkCDuration = 0 } }) =>
      autoRenew === true && mkCDuration <= longestDuration && mkCDuration * 2 > longestDuration,
  },
  {
    pointer: '/info/mkCSowAgreementDocument',
    readable: 'A statement of work is for professional services only.',
    isViolated: ({ info, productInfo }) =>
      isSet(info.mkCSowAgreementDocument) &&
      ['SOFTWARE_AS_A_SERVICE', 'ANALYTICS_HUB_LISTING'].includes(productInfo?.mkCProduct?.productType ?? ''),
  },
];

/** Finds texts and other values that the marketplace rejects, except for prices, dates and names in the product. */
export const wrongValues = (offer: OfferOfC, now: Date): OfferRefusal[] => [
  ...violated([...longTexts, ...others], offer, now),
  ...longFeatures(offer.info),
];

/** Finds features with a title or a value that is too long. */
function longFeatures({ mkCFeatures = [] }: InfoOfC): OfferRefusal[] {
  return mkCFeatures.flatMap(({ featureName, featureTitle, featureValue }, index) =>
    [
      { field: featureTitle ? 'featureTitle' : 'featureName', value: featureTitle || featureName, most: 128 },
      { field: 'featureValue', value: featureValue, most: 3000 },
    ]
      .filter(({ value, most }) => lengthOf(value) > most)
      .map(({ field, most }) => ({
        code,
        pointer: `/info/mkCFeatures/${index}/${field}`,
        readable: `The ${field} exceeds the marketplace’s limit of ${most} characters.`,
      })),
  );
}
