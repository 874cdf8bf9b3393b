import type { MarketplaceRules, ReferringOffer } from '../../rules/contract.ts';
import { form } from './form.ts';
import { limits } from './limits.ts';
import { checkDraft, checkOffer, completeInfo, daysIn, type InfoOfB, type Upgrade } from './offer.ts';

/** The rules of marketplace B. */
export const rulesOfB: MarketplaceRules = {
  traits: {
    fieldPrefix: 'mkB',
    buyerAccount: ['mkBBuyer', 'tenantId'],
    billingAccountField: 'mkBBillingAccountID',
    amendsBy: 'upgrade',
    usagePartner: true,
  },
  form,

  checkDraft,
  checkOffer,
  limits,
  completeInfo,
  daysIn,
  pricedFields: ['mkBOriginalPlan', 'mkBPlanSoftwareReservations', 'mkBPrivateOffer', 'mkBProductVariant'],
  hasListPrice: ({ mkBOriginalPlan, mkBPrivateOffer }: InfoOfB) =>
    mkBOriginalPlan !== undefined || (mkBPrivateOffer?.pricing ?? []).length > 0,
  agreementDocuments: ({ mkBPrivateOffer }: InfoOfB) => [
    mkBPrivateOffer?.termsAndConditionsDocSasUrl,
    mkBPrivateOffer?.termsAndConditionsDocs,
  ],

  relations: [
    ['metaInfo', 'isMkBUpgradeOffer'],
    ['metaInfo', 'mkBOriginalOfferIDForUpgrade'],
  ],
  amendment: ({ metaInfo }: ReferringOffer<object, Upgrade>) =>
    metaInfo.isMkBUpgradeOffer && metaInfo.mkBOriginalOfferIDForUpgrade
      ? {
          pointer: '/metaInfo/mkBOriginalOfferIDForUpgrade',
          name: metaInfo.mkBOriginalOfferIDForUpgrade,
        }
      : undefined,
  machineImageFields: ['mkBVmImageSkuIds'],

  productRecords: ['mkBProduct', 'mkBProductResource'],
  resellerAccounts: ({ mkBPrivateOffer }: InfoOfB) => (mkBPrivateOffer?.partners ?? []).map(({ id }) => id),
};
