import { advancedFields, group, type MarketplaceForm } from '../../forms/fields.ts';

const resale = { types: ['CPPO_OUT', 'CPPO'] } as const;

/** Marketplace A's part of the offer form. */
export const form: MarketplaceForm = {
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
        help: 'When list prices change, the prices of an unpublished offer change with them.',
        isPrivate: true,
      },
      { at: '/info/mkAMarkupPercentage', kind: 'percent', types: ['CPPO_OUT', 'CPPO_IN', 'CPPO'] },
    ],
    notes: advancedFields(['/metaInfo/mkACrmUniqueIdentifier']),
  },
  leftOut: {
    '/info/mkAOfferSetId': 'set through the operations on offer sets',
    '/metaInfo/cppoOfferId': 'written by the service when an offer is resold',
    '/metaInfo/cppoOutOfferId': 'written by the service when an offer is resold',
    '/metaInfo/mkASaasProductDimensions': 'prices of a product',
  },
};
