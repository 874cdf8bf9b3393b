import type { MarketplaceRules, ReferringOffer } from '../../rules/contract.ts';
import { fillings } from './fillings.ts';
import { form } from './form.ts';
import { judge } from './judge.ts';
import { checkOffer, type DraftOfC, type Replacement } from './offer.ts';
import { missingFeatures } from './product.ts';
import { type InfoOfC, longestNote } from './terms.ts';

/** Returns the part of a name that fits into the note to the buyer, without half of a surrogate pair. */
const noteOf = (name: string | null | undefined): string =>
  (name ?? '').slice(0, longestNote).replace(/[\uD800-\uDBFF]$/, '');

/** The rules of marketplace C. */
export const rulesOfC: MarketplaceRules = {
  traits: {
    fieldPrefix: 'mkC',
    buyerAccount: ['mkCBuyer', 'id'],
    billingAccountField: 'mkCBillingAccountID',
    amendsBy: 'replacement',
    buyerRequests: {},
    cancelsSource: true,
    monthlyRates: true,
    startsOnDate: true,
    purchaseTokenParameter: 'x-gcp-marketplace-token',
    usagePartner: true,
  },
  form,

  checkOffer,
  judge,
  fillings,
  // Each offer has a note for its buyer; the beginning of the offer's name is used if the offer has no note (R26).
  completeInfo: ({ info, offer }: DraftOfC, isHere) => ({
    mkCProviderPublicNote: info.mkCProviderPublicNote || (isHere && noteOf(offer.name)) || undefined,
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
