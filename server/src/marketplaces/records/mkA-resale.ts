import type { z } from 'zod';
import {
  codeText,
  givenTime,
  idText,
  list,
  longest,
  nameText,
  of,
  openEnum,
  record,
  text,
  texts,
  urlText,
  whole,
} from '../../platform/records/fields.ts';
import { RenewalOfferType } from './common.ts';
import { MkAProductDimension } from './mkA.ts';

export const MkABuyerAccount = record('MkABuyerAccount', 'A buyer that a resale permission names.', {
  MkAAccountId: idText('Account number of the buyer.'),
});

export const MkACppoOpportunityNegativeTargeting = record(
  'MkACppoOpportunityNegativeTargeting',
  'Who is left out.',
  { CountryCodes: texts('Countries left out, ISO 3166-1 alpha-2.', longest.code) },
);

export const MkACppoOpportunityPositiveTargeting = record(
  'MkACppoOpportunityPositiveTargeting',
  'Who is addressed.',
  {
    BuyerAccounts: list(MkABuyerAccount, 'Buyers addressed.'),
    CountryCodes: texts('Countries addressed, ISO 3166-1 alpha-2.', longest.code),
  },
);

export const MkACppoOpportunityRule = record(
  'MkACppoOpportunityRule',
  'A limit on the use of a resale permission.',
  {
    AvailabilityEndDate: givenTime('Last day on which the permission can be used.'),
    Id: idText('Identifier of the rule.'),
    NegativeTargeting: of(MkACppoOpportunityNegativeTargeting, 'Who must not be sold to.'),
    OffersMaxQuantity: whole('How many offers may be made from it.'),
    PositiveTargeting: of(MkACppoOpportunityPositiveTargeting, 'Who may be sold to.'),
    ResellerAccountId: idText('Account number of the permitted reseller.'),
    ResellerLegalName: nameText('Legal name of the permitted reseller.'),
    Type: openEnum('Kind of rule.', [
      'AvailabilityRule',
      'PartnerTargetingRule',
      'TargetingRule',
      'TaxConfigurationRule',
    ]),
    Usage: codeText('Whether the permission serves once or repeatedly.'),
  },
);

export const MkACatalogLegalTermDocument = record(
  'MkACatalogLegalTermDocument',
  'A legal document of a term.',
  {
    Type: openEnum('Kind of document.', [
      'CustomEula',
      'CustomDsa',
      'StandardEula',
      'StandardDsa',
      'StandardResellerContract',
      'CustomResellerContract',
    ]),
    Url: urlText('Where the document is.'),
    Version: codeText('Version of a standard document.'),
  },
);

export const MkACppoOpportunityUpfrontPriceGrant = record(
  'MkACppoOpportunityUpfrontPriceGrant',
  'What a price paid in advance includes.',
  {
    DimensionKey: codeText('Key of the dimension.'),
    MaxQuantity: whole('Units included.'),
  },
);

export const MkACatalogPricingTermRateCardConstraints = record(
  'MkACatalogPricingTermRateCardConstraints',
  'What a buyer may choose from a rate card.',
  {
    MultipleDimensionSelection: codeText('Whether several dimensions may be chosen.'),
    QuantityConfiguration: codeText('Whether quantities may be chosen.'),
  },
);
export type MkACatalogPricingTermRateCardConstraints = z.infer<
  typeof MkACatalogPricingTermRateCardConstraints
>;

export const MkACatalogPricingTermRateCardItem = record(
  'MkACatalogPricingTermRateCardItem',
  'One line of a rate card.',
  {
    Description: text('What is priced.'),
    DimensionKey: codeText('Key of the dimension.'),
    DisplayName: nameText('Displayed name.'),
    Price: codeText('Price as the marketplace wrote it.'),
    Quantity: codeText('Quantity that the price is for.'),
    Unit: codeText('Unit that is counted.'),
  },
);

export const MkACatalogPricingTermRateCardSelector = record(
  'MkACatalogPricingTermRateCardSelector',
  'When a rate card applies.',
  {
    Type: codeText('What the choice depends on.'),
    Value: text('The value that selects this card.'),
  },
);

export const MkACatalogPricingTermRateCard = record('MkACatalogPricingTermRateCard', 'Prices by dimension.', {
  Constraints: of(MkACatalogPricingTermRateCardConstraints, 'What may be chosen.'),
  RateCard: list(MkACatalogPricingTermRateCardItem, 'The lines.'),
  Selector: of(MkACatalogPricingTermRateCardSelector, 'When this card applies.'),
});

export const MkACppoOpportunityPaymentSchedule = record(
  'MkACppoOpportunityPaymentSchedule',
  'One payment of a schedule.',
  {
    ChargeAmount: codeText('Amount as the marketplace wrote it.'),
    ChargeDate: givenTime('When it is charged.'),
  },
);

export const MkACppoOpportunityTerm = record('MkACppoOpportunityTerm', 'A term of a resale permission.', {
  CurrencyCode: codeText('Currency of the prices.'),
  Documents: list(MkACatalogLegalTermDocument, 'Legal documents.'),
  Duration: codeText('Length, as an ISO 8601 duration.'),
  Grants: list(MkACppoOpportunityUpfrontPriceGrant, 'What the price includes.'),
  Id: idText('Identifier of the term.'),
  MaximumAgreementStartDate: givenTime('Latest start of an agreement made from it.'),
  PositiveTargeting: of(MkACppoOpportunityPositiveTargeting, 'Whom the term is for.'),
  Price: codeText('Price as the marketplace wrote it.'),
  RateCards: list(MkACatalogPricingTermRateCard, 'Prices by dimension.'),
  Schedule: list(MkACppoOpportunityPaymentSchedule, 'Payments.'),
  Type: openEnum('Kind of term.', [
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
  'What has been made of a resale permission so far.',
  {
    OfferCreatedCount: whole('Offers made from it.'),
    OfferExtendedStatus: codeText('Whether an offer has gone to a buyer.'),
  },
);

export const MkAPreExistingAgreement = record(
  'MkAPreExistingAgreement',
  'The agreement that the buyer already has for this product.',
  {
    AcquisitionChannel: of(RenewalOfferType, 'Where that agreement was made.'),
    PricingModel: openEnum('How it is priced.', ['Contract', 'Usage', 'Byol', 'Free', 'Unknown']),
  },
);

export const MkACppoOpportunity = record(
  'MkACppoOpportunity',
  'A permission to resell on marketplace A: what a vendor allows a reseller to offer.',
  {
    CreatedDate: givenTime('When it was made.'),
    Description: text('What it is for.'),
    Dimensions: list(MkAProductDimension, 'Priced dimensions.'),
    ManufacturerAccountId: idText('Account number of the vendor.'),
    ManufacturerLegalName: nameText('Legal name of the vendor.'),
    Name: nameText('Name of the permission.'),
    OfferDetails: of(MkACppoOpportunityOfferDetails, 'Offers made from it.'),
    PreExistingBuyerAgreement: of(MkAPreExistingAgreement, 'Agreement that is renewed, if any.'),
    ProductId: idText('Product that may be resold.'),
    ProductName: nameText('Name of that product.'),
    Rules: list(MkACppoOpportunityRule, 'Limits on its use.'),
    Status: openEnum('State of the permission.', ['Active', 'Restricted', 'Complete']),
    Terms: list(MkACppoOpportunityTerm, 'Prices, documents and schedules.'),
    discountType: openEnum('How the wholesale price is set.', [
      'DISCOUNT_PERCENT',
      'CUSTOM_PRICE',
      'CUSTOM_PRICE_WITH_FPS',
    ]),
    maximumAgreementStartDate: givenTime(
      'Latest start of an agreement, which bounds how long the price holds.',
    ),
    opportunityDurationType: openEnum('How long it may be used.', [
      'SPECIFIC_DATES',
      'ONE_TIME',
      'NO_SET_TIME',
    ]),
    opportunityId: idText('Identifier of the permission.'),
    partnerId: idText('Account number of the reseller.'),
  },
);
