import type { MarketplaceRules, ReferringOffer } from '../../rules/contract.ts';
import { missingFeatures } from './features.ts';
import { form } from './form.ts';
import { limits } from './limits.ts';
import { checkOffer, type DraftOfC, type InfoOfC, type Replacement } from './offer.ts';

/** The rules of marketplace C. */
export const rulesOfC: MarketplaceRules = {
  traits: {
    fieldPrefix: 'mkC',
    buyerAccount: ['mkCBuyer', 'id'],
    billingAccountField: 'mkCBillingAccountID',
    amendsBy: 'replacement',
    cancelsSource: true,
    monthlyRates: true,
    startsOnDate: true,
    usagePartner: true,
  },
  form,

  checkOffer,
  limits,
  // Each offer has a note for its buyer; the offer's name is used if the offer has no note (R26).
  completeInfo: ({ info, offer }: DraftOfC, isHere) => ({
    mkCProviderPublicNote: info.mkCProviderPublicNote || (isHere && offer.name) || undefined,
  }),
  lengthFields: [{ field: 'mkCDuration', unit: 'MONTH' }],
  pricedFields: [
    'mkCFeatures',
    'mkCMetrics',
    'mkCPlans',
    'mkCPrivateOffer',
    'mkCResellerPrivateOfferPlan',
    'mkCSkuDiscounts',
    'mkCUsagePlanPriceModel',
  ],
  hasListPrice: ({ mkCPlans }: InfoOfC) => (mkCPlans ?? []).length > 0,
  agreementDocuments: ({ mkCPrivateOffer }: InfoOfC) => [
    mkCPrivateOffer?.agreementDocuments?.eulaAgreementDocument,
  ],
  features: { field: 'mkCFeatures', missing: missingFeatures },

  relations: [
    ['metaInfo', 'isReplacementOffer'],
    ['metaInfo', 'replacedOfferResourceName'],
  ],
  amendment: ({ metaInfo }: ReferringOffer<object, Replacement>, { isHere, isPrivate }) =>
    isHere && isPrivate && metaInfo.isReplacementOffer && metaInfo.replacedOfferResourceName
      ? { pointer: '/metaInfo/replacedOfferResourceName', name: metaInfo.replacedOfferResourceName }
      : undefined,
  offerRecords: ['mkCPrivateOffer'],
  resourceName: ({ mkCPrivateOffer }: InfoOfC) => mkCPrivateOffer?.name,
  notes: { info: ['mkCProviderInternalNote'] },
  searchedTexts: ['mkCProviderPublicNote', 'mkCProviderInternalNote'],

  productRecords: ['mkCProduct'],
  entitlementFields: { mkCPlans: 'mkCPlans' },
  entitlementTerms: { paymentSchedule: 'mkCPaymentSchedule' },
  resellerAccounts: ({ mkCPrivateOffer, mkCResellerPrivateOfferPlan }: InfoOfC) => [
    mkCPrivateOffer?.resellerInfo?.billingAccountId,
    mkCResellerPrivateOfferPlan?.resellerInfo?.billingAccountId,
  ],
};
