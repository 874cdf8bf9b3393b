import type { z } from 'zod';
import {
  codeText,
  fieldOf,
  givenTime,
  idText,
  integer,
  list,
  longest,
  nameText,
  openEnum,
  record,
  text,
  texts,
  urlText,
} from '../../platform/records/fields.ts';
import { RenewalOfferType } from './common.ts';
import { MkAProductDimension } from './mkA.ts';

export const MkABuyerAccount = record('MkABuyerAccount', 'A buyer in a resale authorization.', {
  MkAAccountId: idText('Account number of the buyer.'),
});

export const MkACppoOpportunityNegativeTargeting = record(
  'MkACppoOpportunityNegativeTargeting',
  'Buyers that are excluded.',
  { CountryCodes: texts('Excluded countries, ISO 3166-1 alpha-2.', longest.code) },
);

export const MkACppoOpportunityPositiveTargeting = record(
  'MkACppoOpportunityPositiveTargeting',
  'Buyers in the target group.',
  {
    BuyerAccounts: list(MkABuyerAccount, 'Targeted buyers.'),
    CountryCodes: texts('Targeted countries, ISO 3166-1 alpha-2.', longest.code),
  },
);

export const MkACppoOpportunityRule = record(
  'MkACppoOpportunityRule',
  'A limit on the use of a resale authorization.',
  {
    AvailabilityEndDate: givenTime('Last day on which the authorization can be used.'),
    Id: idText('Identifier of the rule.'),
    NegativeTargeting: fieldOf(
      MkACppoOpportunityNegativeTargeting,
      'Buyers that the reseller must not sell to.',
    ),
    OffersMaxQuantity: integer('Maximum number of offers made from the authorization.'),
    PositiveTargeting: fieldOf(MkACppoOpportunityPositiveTargeting, 'Buyers that the reseller may sell to.'),
    ResellerAccountId: idText('Account number of the authorized reseller.'),
    ResellerLegalName: nameText('Legal name of the authorized reseller.'),
    Type: openEnum('Type of rule.', [
      'AvailabilityRule',
      'PartnerTargetingRule',
      'TargetingRule',
      'TaxConfigurationRule',
    ]),
    Usage: codeText('Whether the authorization can be used once or repeatedly.'),
  },
);

export const MkACatalogLegalTermDocument = record(
  'MkACatalogLegalTermDocument',
  'A legal document of a term.',
  {
    Type: openEnum('Type of document.', [
      'CustomEula',
      'CustomDsa',
      'StandardEula',
      'StandardDsa',
      'StandardResellerContract',
      'CustomResellerContract',
    ]),
    Url: urlText('Address of the document.'),
    Version: codeText('Version of a standard document.'),
  },
);

export const MkACppoOpportunityUpfrontPriceGrant = record(
  'MkACppoOpportunityUpfrontPriceGrant',
  'An item that a prepaid price includes.',
  {
    DimensionKey: codeText('Key of the dimension.'),
    MaxQuantity: integer('Units included.'),
  },
);

export const MkACatalogPricingTermRateCardConstraints = record(
  'MkACatalogPricingTermRateCardConstraints',
  'Options of a rate card for the buyer.',
  {
    MultipleDimensionSelection: codeText('Whether the buyer may choose several dimensions.'),
    QuantityConfiguration: codeText('Whether the buyer may choose quantities.'),
  },
);
export type MkACatalogPricingTermRateCardConstraints = z.infer<
  typeof MkACatalogPricingTermRateCardConstraints
>;

export const MkACatalogPricingTermRateCardItem = record(
  'MkACatalogPricingTermRateCardItem',
  'A line of a rate card.',
  {
    Description: text('Item that is priced.'),
    DimensionKey: codeText('Key of the dimension.'),
    DisplayName: nameText('Displayed name.'),
    Price: codeText('Price, in the marketplace’s notation.'),
    Quantity: codeText('Quantity that the price is for.'),
    Unit: codeText('Unit that is counted.'),
  },
);

export const MkACatalogPricingTermRateCardSelector = record(
  'MkACatalogPricingTermRateCardSelector',
  'Condition under which a rate card applies.',
  {
    Type: codeText('Property that selects the card, such as the duration.'),
    Value: text('Value of the property for this card.'),
  },
);

export const MkACatalogPricingTermRateCard = record('MkACatalogPricingTermRateCard', 'Prices by dimension.', {
  Constraints: fieldOf(MkACatalogPricingTermRateCardConstraints, 'Options for the buyer.'),
  RateCard: list(MkACatalogPricingTermRateCardItem, 'The lines.'),
  Selector: fieldOf(MkACatalogPricingTermRateCardSelector, 'Condition under which this card applies.'),
});

export const MkACppoOpportunityPaymentSchedule = record(
  'MkACppoOpportunityPaymentSchedule',
  'A payment in a schedule.',
  {
    ChargeAmount: codeText('Amount, in the marketplace’s notation.'),
    ChargeDate: givenTime('Date of the charge.'),
  },
);

export const MkACppoOpportunityTerm = record('MkACppoOpportunityTerm', 'A term of a resale authorization.', {
  CurrencyCode: codeText('Currency of the prices.'),
  Documents: list(MkACatalogLegalTermDocument, 'Legal documents.'),
  Duration: codeText('Length, as an ISO 8601 duration.'),
  Grants: list(MkACppoOpportunityUpfrontPriceGrant, 'Quantities that the price includes.'),
  Id: idText('Identifier of the term.'),
  MaximumAgreementStartDate: givenTime('Latest start of an agreement under the authorization.'),
  PositiveTargeting: fieldOf(MkACppoOpportunityPositiveTargeting, 'Buyers that the term applies to.'),
  Price: codeText('Price, in the marketplace’s notation.'),
  RateCards: list(MkACatalogPricingTermRateCard, 'Prices by dimension.'),
  Schedule: list(MkACppoOpportunityPaymentSchedule, 'Payments.'),
  Type: openEnum('Type of term.', [
    'BuyerTargetingTerm',
    'UpdateAvailability',
    'BuyerValidityTerm',
    'BuyerLegalTerm',
    'ResaleLegalTerm',
    'ResaleUsageBasedPricingTerm',
    'ResaleConfigurableUpfrontPricingTerm',
    'ResaleFixedUpfrontPricingTerm',
    'ResalePaymentScheduleTerm',
  ]),
});

export const MkACppoOpportunityOfferDetails = record(
  'MkACppoOpportunityOfferDetails',
  'Use of a resale authorization so far.',
  {
    OfferCreatedCount: integer('Offers made from the authorization.'),
    OfferExtendedStatus: codeText('Whether an offer was extended to a buyer.'),
  },
);

export const MkAPreExistingAgreement = record(
  'MkAPreExistingAgreement',
  'The agreement that the buyer already has for this product.',
  {
    AcquisitionChannel: fieldOf(RenewalOfferType, 'Channel in which that agreement was made.'),
    PricingModel: openEnum('Pricing model of that agreement.', [
      'Contract',
      'Usage',
      'Byol',
      'Free',
      'Unknown',
    ]),
  },
);

export const MkACppoOpportunity = record(
  'MkACppoOpportunity',
  'A resale authorization on marketplace A: what a vendor allows a reseller to offer.',
  {
    CreatedDate: givenTime('Creation time.'),
    Description: text('Description of the authorization.'),
    Dimensions: list(MkAProductDimension, 'Priced dimensions.'),
    ManufacturerAccountId: idText('Account number of the vendor.'),
    ManufacturerLegalName: nameText('Legal name of the vendor.'),
    Name: nameText('Name of the authorization.'),
    OfferDetails: fieldOf(MkACppoOpportunityOfferDetails, 'Offers made from the authorization.'),
    PreExistingBuyerAgreement: fieldOf(MkAPreExistingAgreement, 'Agreement that the sale renews, if any.'),
    ProductId: idText('Product that the reseller may sell.'),
    ProductName: nameText('Name of that product.'),
    Rules: list(MkACppoOpportunityRule, 'Limits on the use of the authorization.'),
    Status: openEnum('State of the authorization.', ['Active', 'Restricted', 'Complete']),
    Terms: list(MkACppoOpportunityTerm, 'Prices, documents and schedules.'),
    discountType: openEnum('Method by which the wholesale price is set.', [
      'DISCOUNT_PERCENT',
      'CUSTOM_PRICE',
      'CUSTOM_PRICE_WITH_FPS',
    ]),
    maximumAgreementStartDate: givenTime('Latest start of an agreement; the price is valid until then.'),
    opportunityDurationType: openEnum('Period during which the authorization can be used.', [
      'SPECIFIC_DATES',
      'ONE_TIME',
      'NO_SET_TIME',
    ]),
    opportunityId: idText('Identifier of the authorization.'),
    partnerId: idText('Account number of the reseller.'),
  },
);
