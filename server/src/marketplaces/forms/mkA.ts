import { advanced, group, type MarketplaceForm } from './fields.ts';

const resale = { types: ['CPPO_OUT', 'CPPO'] } as const;

/** What marketplace A has in the form of an offer. */
export const formOfA: MarketplaceForm = {
  steps: {
    offer: [
      { at: '/info/buyerMkAAccountIds', isPrivate: true },
      { at: '/info/buyerCountryCodes', kind: 'countries', isPrivate: true, advanced: true },
      { at: '/metaInfo/resellerIds', ...resale },
      { at: '/metaInfo/cppoInOfferId', kind: 'offer', types: ['CPPO'], required: true },
      { at: '/info/mkAResaleAuthorizationId', types: ['CPPO'], advanced: true },
      ...group('/info/mkAChannelPartner', ['id', 'name'], { ...resale, advanced: true }),
      { at: '/metaInfo/isAgreementBasedOffer', isPrivate: true },
      { at: '/metaInfo/baseAgreementId', kind: 'agreement', isPrivate: true },
      { at: '/metaInfo/isRenewalOffer', isPrivate: true },
      { at: '/metaInfo/renewalOfferType', isPrivate: true, advanced: true },
    ],
    time: [
      { at: '/info/mkAAgreementDuration', kind: 'duration', isPrivate: true },
      {
        at: '/info/mkAMachineLearningContractDuration',
        unit: 'months',
        isPrivate: true,
        advanced: true,
      },
    ],
    price: [
      {
        at: '/metaInfo/discount',
        kind: 'percent',
        help: 'When list prices change, the prices of an offer that is not published yet follow.',
        isPrivate: true,
      },
      { at: '/info/mkAMarkupPercentage', kind: 'percent', types: ['CPPO_OUT', 'CPPO_IN', 'CPPO'] },
    ],
    notes: advanced(['/metaInfo/mkACrmUniqueIdentifier']),
  },
  leftOut: {
    '/info/mkAOfferSetId': 'an offer is put into a set by the operations on sets',
    '/metaInfo/cppoOfferId': 'written by the service where a reseller sells on',
    '/metaInfo/cppoOutOfferId': 'written by the service where a reseller sells on',
    '/metaInfo/mkASaasProductDimensions': 'prices of a product',
  },
};
