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

export const MkCOfferStartPolicy = openEnum('Whether an offer starts at once or on a date.', [
  'OFFER_START_POLICY_IMMEDIATE',
  'OFFER_START_POLICY_SCHEDULED',
]);

export const MkCAmountUnit = record('MkCAmountUnit', 'A number in whole units and billionths.', {
  nanos: whole('Billionths of a unit.'),
  units: codeText('Whole units.'),
});

export const MkCPrivateOfferCustomerInfo = record(
  'MkCPrivateOfferCustomerInfo',
  'The buyer that an offer is made to.',
  {
    address: text('Postal address.'),
    contact: text('Name of the contact.'),
    email: mailText('E-mail address of the contact.'),
    organization: text('Name of the buyer’s company.'),
    unverifiedBillingAccount: idText('Billing account as entered by the seller.'),
  },
);

export const MkCProviderInfo = record('MkCProviderInfo', 'Who sells.', {
  creatorEmailAddress: text('E-mail address of the person who made the offer.'),
  salesContactEmail: mailText('E-mail address of the sales contact.'),
  salesContactName: nameText('Name of the sales contact.'),
});

export const MkCExternalLink = record('MkCExternalLink', 'A link to a document.', {
  uri: urlText('Address of the document.'),
});

export const MkCUnstructuredDocument = record('MkCUnstructuredDocument', 'A document of free content.', {
  content: text('The content.'),
});

export const MkCDocument = record('MkCDocument', 'A document of an agreement.', {
  description: text('What the document is.'),
  documentBody: text('Content.'),
  documentType: codeText('Kind of document.'),
  externalLink: of(MkCExternalLink, 'Where it lies, when it is linked.'),
  name: idText('Resource name.'),
  unstructuredDocument: of(MkCUnstructuredDocument, 'Its content, when it is free.'),
  updateTime: givenTime('When it last changed.'),
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
  'A discount, as a share or as a price.',
  {
    discountPercentage: of(MkCAmountUnit, 'Discount in percent.'),
    discountedPrice: of(MkCPriceValue, 'Price after the discount.'),
  },
);

export const MkCPrivateOfferPriceModelCommitment = record(
  'MkCPrivateOfferPriceModelCommitment',
  'What the buyer commits to spend in each period.',
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
  'The price of usage above what is included.',
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

export const MkCPrivateOfferPriceModel = record('MkCPrivateOfferPriceModel', 'How an offer is priced.', {
  baseOffer: idText('Public offer that discounts refer to.'),
  commitment: of(MkCPrivateOfferPriceModelCommitment, 'Committed spending.'),
  fixedPrice: of(MkCPrivateOfferPriceModelFixed, 'Flat price.'),
  oneTimeCredit: of(MkCPriceValue, 'Credit granted once.'),
  overage: of(MkCPrivateOfferPriceModelOverage, 'Price above what is included.'),
  payg: of(MkCPrivateOfferPriceModelPayg, 'Price of usage.'),
  previousCreditBalancePolicy: codeText('What becomes of credit left from the offer before.'),
});

export const MkCPrivateOfferInstallment = record(
  'MkCPrivateOfferInstallment',
  'One instalment of an offer.',
  {
    priceModel: of(MkCPrivateOfferPriceModel, 'Price from then on.'),
    startTime: givenTime('When it is charged.'),
  },
);

export const MkCPrivateOfferInstallmentTimeline = record(
  'MkCPrivateOfferInstallmentTimeline',
  'Instalments in order.',
  {
    installments: list(MkCPrivateOfferInstallment, 'The instalments.'),
  },
);

export const MkCPrivateOfferTerm = record('MkCPrivateOfferTerm', 'When an offer holds.', {
  enableScheduledStartTimes: flag('Whether it starts on a date.'),
  endTime: givenTime('End of the offer.'),
  startPolicy: of(MkCOfferStartPolicy, 'What it starts with.'),
  startTime: givenTime('Start of the offer.'),
  termDuration: of(MkCPeriodDuration, 'Length of the offer.'),
});

export const MkCExistingPrivateOffer = record(
  'MkCExistingPrivateOffer',
  'The private offer that the buyer has now.',
  {
    agreement: idText('Agreement made from it.'),
    customEula: of(MkCDocument, 'License agreement of its own.'),
    installmentTimeline: of(MkCPrivateOfferInstallmentTimeline, 'Instalments.'),
    name: idText('Resource name.'),
    offerTerm: of(MkCPrivateOfferTerm, 'When it holds.'),
    paymentSchedule: of(PaymentScheduleType, 'When the buyer pays.'),
    priceModel: of(MkCPrivateOfferPriceModel, 'How it is priced.'),
    serviceLevel: idText('Plan that it is for.'),
  },
);

export const MkCExistingOfferData = record('MkCExistingOfferData', 'What the buyer has before the offer.', {
  entitlement: of(MkCEntitlement, 'Entitlement of the buyer.'),
  existingPriceModelType: openEnum('How it is priced.', mkCPriceModelTypes),
  hasEntitlementChanged: flag('Whether the entitlement changed since the offer was made.'),
  privateOffer: of(MkCExistingPrivateOffer, 'Private offer, if it came from one.'),
  standardOffer: map('Public offer, if it came from one.'),
});

export const MkCPrivateOfferMetricDetail = record(
  'MkCPrivateOfferMetricDetail',
  'The list price of one metric.',
  {
    displayName: nameText('Displayed name.'),
    parentCommerceService: idText('Service that it belongs to.'),
    skuId: idText('Priced article.'),
    tiers: list(MkCPriceTier, 'Prices by quantity.'),
    unitDescription: text('What a unit is.'),
  },
);

export const MkCPrivateOfferMetricInformation = record(
  'MkCPrivateOfferMetricInformation',
  'List prices of an offer’s metrics.',
  { metricDetails: list(MkCPrivateOfferMetricDetail, 'The metrics.') },
);
