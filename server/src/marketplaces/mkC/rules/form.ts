import { advancedFields, group, items, type MarketplaceForm } from '../../forms/fields.ts';

/** The deal types that the marketplace accepts. */
export const dealTypes = ['NEW', 'NATIVE_RENEWAL', 'MIGRATION', 'CHANNEL_SHIFT'];
const isPrivate = { isPrivate: true } as const;
const replacing = { isPrivate: true, advanced: true } as const;

/** Marketplace C's part of the offer form. */
export const form: MarketplaceForm = {
  steps: {
    offer: [
      ...group(
        '/info/mkCCustomerInfo',
        ['organization', 'contact', { at: 'email', kind: 'mail' }, 'address', 'unverifiedBillingAccount'],
        isPrivate,
      ),
      ...group(
        '/info/mkCProviderInfo',
        [
          'salesContactName',
          { at: 'salesContactEmail', kind: 'mail' },
          { at: 'creatorEmailAddress', kind: 'mail', advanced: true },
        ],
        isPrivate,
      ),
      { at: '/info/mkCOfferDealType', options: dealTypes, ...isPrivate },
      { at: '/info/mkCPlans', kind: 'json', advanced: true },
      ...items('/info/mkCFeatures', ['featureName', 'featureValue', 'featureTitle', 'featureDescription'], {
        advanced: true,
      }),
      { at: '/metaInfo/isReplacementOffer', ...isPrivate },
      { at: '/metaInfo/replacedOfferResourceName', kind: 'offer', ...isPrivate },
      { at: '/metaInfo/replacedOfferEndTime', kind: 'time', ...replacing },
      { at: '/metaInfo/replacedOfferPaymentRecurrence', ...replacing },
      { at: '/metaInfo/replacedResellerPrivateOfferPlan', ...replacing },
      { at: '/metaInfo/sourceOfferIdToCancelAfterPublish', kind: 'offer', ...replacing },
    ],
    time: [
      { at: '/info/mkCDuration', unit: 'months', required: true, ...isPrivate },
      { at: '/info/mkCCotermAlignment', ...replacing },
    ],
    price: [
      '/info/mkCUsagePlanPriceModel',
      { at: '/info/mkCSkuDiscounts', kind: 'json', advanced: true },
      { at: '/info/mkCMetrics', kind: 'json', advanced: true },
    ],
    payment: ['/info/mkCPaymentSchedule', '/info/mkCPaymentRecurrence'],
    agreement: [...group('/info/mkCSowAgreementDocument', ['key', 'name'], { ...replacing })],
    notes: [
      { at: '/info/mkCProviderPublicNote', kind: 'longText', ...isPrivate },
      { at: '/info/mkCProviderInternalNote', kind: 'longText', ...isPrivate },
      ...advancedFields(['/info/mkCOfferDataSource']),
    ],
  },
  leftOut: {
    '/info/mkCPrivateOffer': 'the marketplace’s own record; the offer has fields for what a seller decides',
    '/info/mkCResellerPrivateOfferPlan': 'the marketplace’s own record of a plan for resellers',
  },
};
