import { violations } from '../../rules/checks.ts';
import type { MarketplaceRules, ReferringOffer } from '../../rules/contract.ts';
import { fillings } from './fillings.ts';
import { form } from './form.ts';
import { unknownNames } from './listing.ts';
import { checkDraft, checkOffer, completeInfo, daysIn, type Upgrade, withDeadline } from './offer.ts';
import { refusedPrices } from './pricing.ts';
import { published } from './published.ts';
import type { InfoOfB } from './terms.ts';

/** The rules of marketplace B. */
export const rulesOfB: MarketplaceRules = {
  traits: {
    fieldPrefix: 'mkB',
    buyerAccount: ['mkBBuyer', 'tenantId'],
    billingAccountField: 'mkBBillingAccountID',
    amendsBy: 'upgrade',
    buyerRequests: { silenceAcceptsAfterSeconds: 10 },
    purchaseTokenParameter: 'token',
    usagePartner: true,
  },
  form,

  checkDraft,
  checkOffer,
  judge: (spec, now) => [...violations(published, spec, now), ...refusedPrices(spec), ...unknownNames(spec)],
  fillings,
  completeInfo,
  daysIn,
  withDeadline,
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
