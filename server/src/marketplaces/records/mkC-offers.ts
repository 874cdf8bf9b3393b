import {
  codeText,
  fieldOf,
  flag,
  givenTime,
  idText,
  integer,
  list,
  mailText,
  map,
  nameText,
  openEnum,
  record,
  text,
  urlText,
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
  nanos: integer('Billionths of a unit.'),
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
  externalLink: fieldOf(MkCExternalLink, 'Link to the document, if it is linked.'),
  name: idText('Resource name.'),
  unstructuredDocument: fieldOf(MkCUnstructuredDocument, 'Content of the document, if it is embedded.'),
  updateTime: givenTime('Time of the last change.'),
});

export const MkCMarketplaceAgreementDocument = record(
  'MkCMarketplaceAgreementDocument',
  'The documents that a buyer agrees to.',
  {
    eulaAgreementDocument: fieldOf(MkCDocument, 'License agreement.'),
    sowAgreementDocument: fieldOf(MkCDocument, 'Statement of work.'),
  },
);

export const MkCPrivateOfferPriceModelDiscount = record(
  'MkCPrivateOfferPriceModelDiscount',
  'A discount, as a percentage or as a price.',
  {
    discountPercentage: fieldOf(MkCAmountUnit, 'Discount in percent.'),
    discountedPrice: fieldOf(MkCPriceValue, 'Price after the discount.'),
  },
);

export const MkCPrivateOfferPriceModelCommitment = record(
  'MkCPrivateOfferPriceModelCommitment',
  'Amount that the buyer commits to spend in each period.',
  {
    commitmentAmountPerPeriod: fieldOf(MkCPriceValue, 'Amount of each period.'),
    discount: fieldOf(MkCPrivateOfferPriceModelDiscount, 'Discount on usage.'),
    period: fieldOf(MkCPeriodDuration, 'Length of a period.'),
  },
);

export const MkCPrivateOfferPriceModelFixed = record(
  'MkCPrivateOfferPriceModelFixed',
  'A flat price for each period.',
  {
    discount: fieldOf(MkCPrivateOfferPriceModelDiscount, 'Discount on the list price.'),
    period: fieldOf(MkCPeriodDuration, 'Length of a period.'),
  },
);

export const MkCPrivateOfferPriceModelOverage = record(
  'MkCPrivateOfferPriceModelOverage',
  'Price of usage above the included quantity.',
  {
    discount: fieldOf(MkCPrivateOfferPriceModelDiscount, 'Discount on all usage.'),
    skuDiscounts: list(map('A discount.'), 'Discounts by priced article.'),
  },
);

export const MkCPrivateOfferPriceModelPayg = record(
  'MkCPrivateOfferPriceModelPayg',
  'The price of usage without a commitment.',
  {
    discount: fieldOf(MkCPrivateOfferPriceModelDiscount, 'Discount on all usage.'),
    skuDiscounts: list(map('A discount.'), 'Discounts by priced article.'),
  },
);

export const MkCPrivateOfferPriceModel = record('MkCPrivateOfferPriceModel', 'Prices of an offer.', {
  baseOffer: idText('Public offer that discounts refer to.'),
  commitment: fieldOf(MkCPrivateOfferPriceModelCommitment, 'Committed spending.'),
  fixedPrice: fieldOf(MkCPrivateOfferPriceModelFixed, 'Flat price.'),
  oneTimeCredit: fieldOf(MkCPriceValue, 'Credit granted once.'),
  overage: fieldOf(MkCPrivateOfferPriceModelOverage, 'Price above the included quantity.'),
  payg: fieldOf(MkCPrivateOfferPriceModelPayg, 'Price of usage.'),
  previousCreditBalancePolicy: codeText('Treatment of unused credit from the previous offer.'),
});

export const MkCPrivateOfferInstallment = record('MkCPrivateOfferInstallment', 'An instalment of an offer.', {
  priceModel: fieldOf(MkCPrivateOfferPriceModel, 'Price from the date of the charge on.'),
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
  startPolicy: fieldOf(MkCOfferStartPolicy, 'Event or date with which the offer starts.'),
  startTime: givenTime('Start of the offer.'),
  termDuration: fieldOf(MkCPeriodDuration, 'Length of the offer.'),
});

export const MkCExistingPrivateOffer = record(
  'MkCExistingPrivateOffer',
  'Current private offer of the buyer.',
  {
    agreement: idText('Agreement made from the offer.'),
    customEula: fieldOf(MkCDocument, 'License agreement specific to the offer.'),
    installmentTimeline: fieldOf(MkCPrivateOfferInstallmentTimeline, 'Instalments.'),
    name: idText('Resource name.'),
    offerTerm: fieldOf(MkCPrivateOfferTerm, 'Validity of the offer.'),
    paymentSchedule: fieldOf(PaymentScheduleType, 'Whether the buyer pays in advance or in arrears.'),
    priceModel: fieldOf(MkCPrivateOfferPriceModel, 'Prices of the offer.'),
    serviceLevel: idText('Plan of the offer.'),
  },
);

export const MkCExistingOfferData = record(
  'MkCExistingOfferData',
  'Existing purchase of the buyer before the offer.',
  {
    entitlement: fieldOf(MkCEntitlement, 'Entitlement of the buyer.'),
    existingPriceModelType: openEnum('Type of price.', mkCPriceModelTypes),
    hasEntitlementChanged: flag('Whether the entitlement changed after the offer was created.'),
    privateOffer: fieldOf(MkCExistingPrivateOffer, 'Private offer that the purchase came from, if any.'),
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
