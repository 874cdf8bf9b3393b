import { isSet } from '../../rules/checks.ts';
import { dealTypes } from './form.ts';
import { billingAccountOf, dealTypeOf, type InfoOfC, type Requirement, recurrenceOf } from './terms.ts';

/** The values that the marketplace requires. The sandbox fills missing values. */
export const required: readonly Requirement[] = [
  {
    pointer: '/name',
    readable: 'The offer needs a name, which the buyer sees as the title. Set name.',
    isViolated: ({ name }) => !isSet(name),
  },
  {
    pointer: '/productID',
    readable:
      'The offer needs a product that is listed on the marketplace. Synchronize the product, then select it.',
    isViolated: ({ externalProductId }) => !isSet(externalProductId),
  },
  {
    pointer: '/expireTime',
    readable: 'The offer needs a deadline for acceptance. Set expireTime.',
    isViolated: ({ expireTime }) => !isSet(expireTime),
  },
  {
    pointer: '/info/mkCOfferDealType',
    readable: `The offer needs a deal type. Set mkCOfferDealType to one of ${dealTypes.join(', ')}.`,
    isViolated: ({ info }) => dealTypeOf(info) === undefined,
  },
  {
    pointer: '/info/mkCProviderInfo/salesContactName',
    readable: 'The offer needs the seller’s contact. Set salesContactName in mkCProviderInfo.',
    isViolated: ({ info }) => !isSet(info.mkCProviderInfo?.salesContactName),
  },
  {
    pointer: '/info/mkCCustomerInfo/organization',
    readable: 'The offer needs the buyer’s company. Set organization in mkCCustomerInfo, or select a buyer.',
    isViolated: ({ info, buyerName }) => !isSet(info.mkCCustomerInfo?.organization || buyerName),
  },
  {
    pointer: '/info/mkCCustomerInfo/contact',
    readable: 'The offer needs the buyer’s contact. Set contact in mkCCustomerInfo.',
    isViolated: ({ info }) => !isSet(info.mkCCustomerInfo?.contact),
  },
  {
    pointer: '/info/mkCCustomerInfo/unverifiedBillingAccount',
    readable:
      'The offer needs the buyer’s billing account. Set unverifiedBillingAccount in mkCCustomerInfo, or select a buyer.',
    isViolated: ({ info, externalBuyerId }) => !isSet(billingAccountOf(info) || externalBuyerId),
  },
  {
    pointer: '/info/eulaType',
    readable: 'The offer needs a license agreement. Set eulaType to SCMP, or to CUSTOM with eulaUrl.',
    isViolated: ({ info }) =>
      !isSet(info.eulaType || info.eulaUrl) &&
      !info.mkCPrivateOffer?.agreementDocuments?.eulaAgreementDocument &&
      !info.mkCSowAgreementDocument,
  },
  {
    pointer: '/info/commits',
    readable: 'The offer needs a price. Add commits, dimensions, instalments, or discounts on usage.',
    isViolated: ({ info }) => !hasPrice(info),
  },
  {
    pointer: '/info/paymentInstallments',
    readable: 'The payment recurrence CUSTOM_PERIOD needs instalments. Add paymentInstallments.',
    isViolated: ({ info }) => recurrenceOf(info) === 'CUSTOM_PERIOD' && !isSet(info.paymentInstallments),
  },
];

const hasPrice = ({ commits = [], ...info }: InfoOfC): boolean =>
  commits.some(({ rate }) => isSet(rate)) ||
  [
    info.dimensions,
    info.paymentInstallments,
    info.mkCMetrics,
    info.mkCPlans,
    info.mkCPrivateOffer?.installmentTimeline,
    info.mkCPrivateOffer?.priceModel,
    info.mkCResellerPrivateOfferPlan,
    info.mkCSkuDiscounts,
    info.mkCUsagePlanPriceModel,
  ].some(isSet);
