import { fillInfo } from '../../rules/checks.ts';
import type { MarketplaceRules, ReferringOffer } from '../../rules/contract.ts';
import { dayOf } from '../change-set/days.ts';
import { planOffer } from '../change-set/offer.ts';
import { form } from './form.ts';
import { checkOffer, type DraftOfA } from './offer.ts';
import { authorization } from './resale.ts';

type Amending = { baseAgreementId?: string; isAgreementBasedOffer?: boolean };

/** The rules of marketplace A. */
export const rulesOfA: MarketplaceRules = {
  traits: {
    fieldPrefix: 'mkA',
    buyerAccount: ['mkABuyer', 'mkAAccountID'],
    accountParameter: 'mkAAccountId',
    amendsBy: 'agreement',
    buyerAccountsField: 'buyerMkAAccountIds',
    offerSetField: 'mkAOfferSetId',
    hasResale: true,
    namesCountries: true,
    showsFractions: true,
    startsOnDate: true,
    purchaseTokenParameter: 'token',
    usagePartner: true,
  },
  regionalTraits: { MKA_CHINA: { fieldPrefix: 'mkA', showsFractions: true } },
  form,

  checkOffer,
  judge: (spec, now) => planOffer(spec, { today: dayOf(now.toISOString()) }).refusals,
  completeInfo: ({ info: { buyerCountryCodes } }: DraftOfA) => ({
    buyerCountryCodes: buyerCountryCodes?.map((code) => code.toUpperCase()),
  }),
  fillings: {
    '/info/buyerMkAAccountIds': fillInfo(
      'uses the account of its demonstration buyer',
      'buyerMkAAccountIds',
      ['100000000001'],
    ),
  },
  lengthFields: [
    { field: 'mkAAgreementDuration', unit: 'ISO_8601' },
    { field: 'mkAMachineLearningContractDuration', unit: 'MONTH', isInternal: true },
  ],

  relations: [
    ['metaInfo', 'baseAgreementId'],
    ['metaInfo', 'isAgreementBasedOffer'],
    ['metaInfo', 'cppoInOfferId'],
    ['info', 'mkAResaleAuthorizationId'],
  ],
  amendment: ({ metaInfo }: ReferringOffer<object, Amending>) =>
    metaInfo.isAgreementBasedOffer && metaInfo.baseAgreementId
      ? { pointer: '/metaInfo/baseAgreementId', name: metaInfo.baseAgreementId }
      : undefined,
  authorization,
  notes: { metaInfo: ['mkACrmUniqueIdentifier'] },

  productRecords: [
    'mkAAmiProduct',
    'mkAContainerProduct',
    'mkAMachineLearningProduct',
    'mkAProfessionalServicesProduct',
    'mkASaasProduct',
  ],
  serverProductFields: ['mkASnsSubscriptions'],
  entitlementFields: { mkAChannelPartner: 'mkAChannelPartner', mkAOfferSetId: 'mkAOfferSetId' },
  resellerAccounts: (
    info: { mkAChannelPartner?: { id?: string } },
    metaInfo: { resellerIds?: readonly string[] },
  ) => [info.mkAChannelPartner?.id, ...(metaInfo.resellerIds ?? [])],
};
