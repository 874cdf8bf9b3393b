import {
  codeText,
  decimal,
  fieldOf,
  flag,
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
import { AudienceEntry } from './mkB.ts';
import { MkBIncludedBaseQuantity } from './mkB-plans.ts';

export const MkBTypeValue = record('MkBTypeValue', 'A typed value.', {
  type: codeText('Name of the type.'),
  value: text('The value.'),
});

export const MkBValidationResult = record('MkBValidationResult', 'Result of a validation.', {
  errorMessage: text('Error message.'),
  memberNames: texts('Members that the error is about.', longest.code),
});

export const MkBGovernmentCertification = record(
  'MkBGovernmentCertification',
  'A certification for government clouds.',
  {
    title: text('Title of the certification.'),
    uri: urlText('Address of the certification.'),
    validationResults: list(MkBValidationResult, 'Results of its validation.'),
  },
);

export const MkBProductVariantCustomMeter = record(
  'MkBProductVariantCustomMeter',
  'A meter that the seller defines.',
  {
    displayName: nameText('Displayed name.'),
    id: idText('Key of the meter.'),
    includedBaseQuantities: list(MkBIncludedBaseQuantity, 'Units that the base price includes.'),
    isEnabled: flag('Whether the meter is in use.'),
    priceInUsd: decimal('Price of a unit in US dollars.'),
    uniqueID: idText('Identifier of the marketplace.'),
    unitOfMeasure: codeText('Unit that is counted.'),
  },
);

export const MkBMarketState = record('MkBMarketState', 'Availability of a market.', {
  marketCode: codeText('Country of the market.'),
  state: openEnum('State of sales in the market.', ['Disabled', 'Enabled', 'StopSelling', 'Terminated']),
});

export const MkBMarket = record('MkBMarket', 'A market.', {
  friendlyName: nameText('Name of the market.'),
  marketCode: codeText('Country of the market.'),
});

export const MkBLocalizedDateTime = record('MkBLocalizedDateTime', 'A time, in UTC or in local time.', {
  dateTimeInUtc: codeText('The time in UTC.'),
  localizePerMarket: flag('Whether the time is local to each market.'),
});

export const MkBLocalizedTimeRange = record('MkBLocalizedTimeRange', 'A period between two times.', {
  endAt: fieldOf(MkBLocalizedDateTime, 'End of the period.'),
  startAt: fieldOf(MkBLocalizedDateTime, 'Start of the period.'),
});

export const MkBPriceCadence = record('MkBPriceCadence', 'Billing interval of a price.', {
  type: openEnum('Unit.', ['Month', 'Year']),
  value: integer('Number of units.'),
});

export const MkBPricingUnit = record('MkBPricingUnit', 'The unit that a price is for.', {
  isUnlimitedUnit: flag('Whether the upper bound is open.'),
  lowerUnit: integer('Lower bound.'),
  name: openEnum('Name of the unit.', ['sharedcore', 'transactions']),
  unitType: codeText('Type of the unit.'),
  upperUnit: integer('Upper bound.'),
});

export const MkBPrice = record('MkBPrice', 'A price in one currency.', {
  currencyCode: codeText('Currency of the price.'),
  openPrice: decimal('The price.'),
  priceTierID: idText('Price tier that the price comes from.'),
});

export const MkBPriceSchedule = record('MkBPriceSchedule', 'A price with its billing interval.', {
  priceCadence: fieldOf(MkBPriceCadence, 'Billing interval.'),
  pricingModel: openEnum('Charging method.', ['Flat', 'Recurring', 'Usage']),
  pricingUnits: list(MkBPricingUnit, 'Units that the price is for.'),
  retailPrice: fieldOf(MkBPrice, 'The price.'),
});

export const MkBProductVariantPriceSchedule = record(
  'MkBProductVariantPriceSchedule',
  'Prices of a plan for some markets.',
  {
    dateTimeRange: fieldOf(MkBLocalizedTimeRange, 'Period in which the prices apply.'),
    friendlyName: nameText('Name of the price list.'),
    isBaseSchedule: flag('Whether the prices apply in markets without other prices.'),
    marketCodes: texts('Countries in which the prices apply.', longest.code),
    schedules: list(MkBPriceSchedule, 'The prices.'),
  },
);

export const MkBProductVariantTrial = record('MkBProductVariantTrial', 'The trial of a plan.', {
  dateTimeRange: fieldOf(MkBLocalizedTimeRange, 'Period in which the trial is offered.'),
  duration: integer('Length of the trial.'),
  durationType: openEnum('Unit of the length.', ['Minute', 'Days', 'Months']),
  type: openEnum('Limit of the trial.', ['NoTrial', 'TimedAccess', 'TimedUsage', 'Unlimited']),
});

export const MkBProductFeatureAvailability = record(
  'MkBProductFeatureAvailability',
  'Markets, prices and audiences of a plan.',
  {
    customMeters: list(MkBProductVariantCustomMeter, 'Meters of the plan.'),
    id: idText('Identifier.'),
    isHidden: flag('Whether the plan is hidden from listings.'),
    marketStates: list(MkBMarketState, 'Markets with their availability.'),
    markets: list(MkBMarket, 'Markets of the plan.'),
    priceSchedules: list(MkBProductVariantPriceSchedule, 'Prices.'),
    properties: list(MkBTypeValue, 'Further properties.'),
    resourceType: codeText('Type of the resource.'),
    subscriptionAudiences: list(AudienceEntry, 'Subscriptions to which the plan is visible.'),
    tenantAudiences: list(AudienceEntry, 'Tenants to which the plan is visible.'),
    trial: fieldOf(MkBProductVariantTrial, 'Trial.'),
    visibility: openEnum('Whether the plan is public.', ['Public', 'Private']),
  },
);

export const MkBProductVariant = record(
  'MkBProductVariant',
  'A plan of a product in marketplace B’s own format.',
  {
    azureGovernmentCertifications: list(MkBGovernmentCertification, 'Certifications for government clouds.'),
    cloudAvailabilities: texts('Clouds in which the plan is offered.', longest.code),
    conversionPaths: text('Plans to which a trial can convert.'),
    extendedProperties: list(MkBTypeValue, 'Further properties.'),
    externalID: idText('Short name of the plan.'),
    featureAvailabilities: list(
      MkBProductFeatureAvailability,
      'Markets, prices and audiences; read separately.',
    ),
    friendlyName: nameText('Name of the plan.'),
    id: idText('Identifier.'),
    leadGenID: idText('Identifier used for sales leads.'),
    referenceVariantID: idText('Plan whose packages this plan reuses.'),
    resourceType: openEnum('Type of the resource.', ['MkBSkuVariant', 'MkBTestDriveVariant']),
    state: openEnum('Whether the plan is in use.', ['InActive', 'Active']),
    subType: codeText('Type of plan of an application, such as solution-template or managed-application.'),
  },
);
