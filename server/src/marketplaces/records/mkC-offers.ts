import {
  codeText,
  flag,
  givenTime,
  idText,
  list,
  mailText,
  map,
  nameText,
  of,
  openEnum,
  record,
  text,
  urlText,
  whole,
} from '../../platform/records/fields.ts';
import { PaymentScheduleType } from './common.ts';
import { MkCEntitlement, MkCPeriodDuration, MkCPriceTier, MkCPriceValue } from './mkC.ts';

export const mkCOfferDealTypes = [
  'OFFER_DEAL_TYPE_UNSPECIFIED',
  'CHANNEL_SHIFT',
  'MIGRATION',
  'NATIVE_RENEWAL',
] as const;
export const mkCPriceModelTypes = [
  'PRICE_MODEL_TYPE_UNSPECIFIED',
  'CUD',
  'FIXED_FEE',
  'FIXED_FEE_WITH_OVERAGE',
  'PAYG',
  'PAYG_WITH_CUD',
] as const;

export const MkCOfferStartPolicy = openEnum('Whether an offer starts immediately or on a date.', [
  'OFFER_START_POLICY_IMMEDIATE',
  'OFFER_START_POLICY_SCHEDULED',
]);

export const MkCAmountUnit = record('MkCAmountUnit', 'A number in whole units and billionths.', {
  nanos: whole('Billionths of a unit.'),
  units: codeText('Whole units.'),
});

export const MkCPrivateOfferCustomerInfo = record('MkCPrivateOfferCustomerInfo', 'Buyer of an offer.', {
  address: text('Postal address.'),
  contact: text('Name of the contact.'),
  email: mailText('E-mail address of the contact.'),
  organization: text('Name of the buyer’s company.'),
  unverifiedBillingAccount: idText('Billing account as entered by the seller.'),
});

export const MkCProviderInfo = record('MkCProviderInfo', 'Contacts of the seller.', {
  creatorEmailAddress: text('E-mail address of the offer’s creator.'),
  salesContactEmail: mailText('E-mail address of the sales contact.'),
  salesContactName: nameText('Name of the sales contact.'),
});

export const MkCExternalLink = record('MkCExternalLink', 'A link to a document.', {
  uri: urlText('Address of the document.'),
});

export const MkCUnstructuredDocument = record(
  'MkCUnstructuredDocument',
  'A document with embedded content.',
  {
    content: text('The content.'),
  },
);

export const MkCDocument = record('MkCDocument', 'A document of an agreement.', {
  description: text('Title of the document.'),
  documentBody: text('Content.'),
  documentType: codeText('Type of document.'),
  externalLink: of(MkCExternalLink, 'Link to the document, if it is linked.'),
  name: idText('Resource name.'),
  unstructuredDocument: of(MkCUnstructuredDocument, 'Content of the document, if it is embedded.'),
  updateTime: givenTime('Time of the last change.'),
});

export const MkCMarketplaceAgreementDocument = record(
  'MkCMarketplaceAgreementDocument',
  'The documents that a buyer agrees to.',
  {
    eulaAgreementDocument: of(MkCDocument, 'License agreement.'),
    sowAgreementDocument: of(MkCDocument, 'Statement of work.'),
  },
);

export const MkCPrivateOfferPriceModelDiscount = record(
  'MkCPrivateOfferPriceModelDiscount',
  'A discount, as a percentage or as a price.',
  {
    discountPercentage: of(MkCAmountUnit, 'Discount in percent.'),
    discountedPrice: of(MkCPriceValue, 'Price after the discount.'),
  },
);

export const MkCPrivateOfferPriceModelCommitment = record(
  'MkCPrivateOfferPriceModelCommitment',
  'Amount that the buyer commits to spend in each period.',
  {
    commitmentAmountPerPeriod: of(MkCPriceValue, 'Amount of each period.'),
    discount: of(MkCPrivateOfferPriceModelDiscount, 'Discount on usage.'),
    period: of(MkCPeriodDuration, 'Length of a period.'),
  },
);

export const MkCPrivateOfferPriceModelFixed = record(
  'MkCPrivateOfferPriceModelFixed',
  'A flat price for each period.',
  {
    discount: of(MkCPrivateOfferPriceModelDiscount, 'Discount on the list price.'),
    period: of(MkCPeriodDuration, 'Length of a period.'),
  },
);

export const MkCPrivateOfferPriceModelOverage = record(
  'MkCPrivateOfferPriceModelOverage',
  'Price of usage above the included quantity.',
  {
    discount: of(MkCPrivateOfferPriceModelDiscount, 'Discount on all usage.'),
    skuDiscounts: list(map('A discount.'), 'Discounts by priced article.'),
  },
);

export const MkCPrivateOfferPriceModelPayg = record(
  'MkCPrivateOfferPriceModelPayg',
  'The price of usage without a commitment.',
  {
    discount: of(MkCPrivateOfferPriceModelDiscount, 'Discount on all usage.'),
    skuDiscounts: list(map('A discount.'), 'Discounts by priced article.'),
  },
);

export const MkCPrivateOfferPriceModel = record('MkCPrivateOfferPriceModel', 'Prices of an offer.', {
  baseOffer: idText('Public offer that discounts refer to.'),
  commitment: of(MkCPrivateOfferPriceModelCommitment, 'Committed spending.'),
  fixedPrice: of(MkCPrivateOfferPriceModelFixed, 'Flat price.'),
  oneTimeCredit: of(MkCPriceValue, 'Credit granted once.'),
  overage: of(MkCPrivateOfferPriceModelOverage, 'Price above the included quantity.'),
  payg: of(MkCPrivateOfferPriceModelPayg, 'Price of usage.'),
  previousCreditBalancePolicy: codeText('Treatment of unused credit from the previous offer.'),
});

export const MkCPrivateOfferInstallment = record('MkCPrivateOfferInstallment', 'An instalment of an offer.', {
  priceModel: of(MkCPrivateOfferPriceModel, 'Price from the date of the charge on.'),
  startTime: givenTime('Date of the charge.'),
});

export const MkCPrivateOfferInstallmentTimeline = record(
  'MkCPrivateOfferInstallmentTimeline',
  'Instalments in order.',
  {
    installments: list(MkCPrivateOfferInstallment, 'The instalments.'),
  },
);

export const MkCPrivateOfferTerm = record('MkCPrivateOfferTerm', 'Validity of an offer.', {
  enableScheduledStartTimes: flag('Whether the offer starts on a date.'),
  endTime: givenTime('End of the offer.'),
  startPolicy: of(MkCOfferStartPolicy, 'Event or date with which the offer starts.'),
  startTime: givenTime('Start of the offer.'),
  termDuration: of(MkCPeriodDuration, 'Length of the offer.'),
});

export const MkCExistingPrivateOffer = record(
  'MkCExistingPrivateOffer',
  'Current private offer of the buyer.',
  {
    agreement: idText('Agreement made from the offer.'),
    customEula: of(MkCDocument, 'License agreement specific to the offer.'),
    installmentTimeline: of(MkCPrivateOfferInstallmentTimeline, 'Instalments.'),
    name: idText('Resource name.'),
    offerTerm: of(MkCPrivateOfferTerm, 'Validity of the offer.'),
    paymentSchedule: of(PaymentScheduleType, 'Whether the buyer pays in advance or in arrears.'),
    priceModel: of(MkCPrivateOfferPriceModel, 'Prices of the offer.'),
    serviceLevel: idText('Plan of the offer.'),
  },
);

export const MkCExistingOfferData = record(
  'MkCExistingOfferData',
  'Existing purchase of the buyer before the offer.',
  {
    entitlement: of(MkCEntitlement, 'Entitlement of the buyer.'),
    existingPriceModelType: openEnum('Type of price.', mkCPriceModelTypes),
    hasEntitlementChanged: flag('Whether the entitlement changed after the offer was created.'),
    privateOffer: of(MkCExistingPrivateOffer, 'Private offer that the purchase came from, if any.'),
    standardOffer: map('Public offer that the purchase came from, if any.'),
  },
);

export const MkCPrivateOfferMetricDetail = record(
  'MkCPrivateOfferMetricDetail',
  'The list price of one metric.',
  {
    displayName: nameText('Displayed name.'),
    parentCommerceService: idText('Service that the metric belongs to.'),
    skuId: idText('Priced article.'),
    tiers: list(MkCPriceTier, 'Prices by quantity.'),
    unitDescription: text('Description of the unit.'),
  },
);

export const MkCPrivateOfferMetricInformation = record(
  'MkCPrivateOfferMetricInformation',
  'List prices of an offer’s metrics.',
  { metricDetails: list(MkCPrivateOfferMetricDetail, 'The metrics.') },
);
