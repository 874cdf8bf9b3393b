import {
  codeText,
  decimal,
  flag,
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
import { AudienceEntry } from './mkB.ts';
import { MkBIncludedBaseQuantity } from './mkB-plans.ts';

export const MkBTypeValue = record('MkBTypeValue', 'A typed value.', {
  type: codeText('Name of the type.'),
  value: text('The value.'),
});

export const MkBValidationResult = record('MkBValidationResult', 'The outcome of a check.', {
  errorMessage: text('What is wrong.'),
  memberNames: texts('Members that it concerns.', longest.code),
});

export const MkBGovernmentCertification = record(
  'MkBGovernmentCertification',
  'A certification for government clouds.',
  {
    title: text('Title of the certification.'),
    uri: urlText('Where it can be read.'),
    validationResults: list(MkBValidationResult, 'Outcomes of its checks.'),
  },
);

export const MkBProductVariantCustomMeter = record(
  'MkBProductVariantCustomMeter',
  'A meter of the seller’s own.',
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

export const MkBMarketState = record('MkBMarketState', 'Whether a market is open.', {
  marketCode: codeText('Country of the market.'),
  state: openEnum('State of sales there.', ['Disabled', 'Enabled', 'StopSelling', 'Terminated']),
});

export const MkBMarket = record('MkBMarket', 'A market.', {
  friendlyName: nameText('Name of the market.'),
  marketCode: codeText('Country of the market.'),
});

export const MkBLocalizedDateTime = record('MkBLocalizedDateTime', 'A moment that may follow local time.', {
  dateTimeInUtc: codeText('The moment in UTC.'),
  localizePerMarket: flag('Whether it follows the time of each market.'),
});

export const MkBLocalizedTimeRange = record('MkBLocalizedTimeRange', 'A span between two moments.', {
  endAt: of(MkBLocalizedDateTime, 'End of the span.'),
  startAt: of(MkBLocalizedDateTime, 'Start of the span.'),
});

export const MkBPriceCadence = record('MkBPriceCadence', 'How often a price is charged.', {
  type: openEnum('Unit.', ['Month', 'Year']),
  value: whole('Number of units.'),
});

export const MkBPricingUnit = record('MkBPricingUnit', 'The unit that a price is for.', {
  isUnlimitedUnit: flag('Whether the upper bound is open.'),
  lowerUnit: whole('Lower bound.'),
  name: openEnum('Name of the unit.', ['sharedcore', 'transactions']),
  unitType: codeText('Type of the unit.'),
  upperUnit: whole('Upper bound.'),
});

export const MkBPrice = record('MkBPrice', 'A price in one currency.', {
  currencyCode: codeText('Currency of the price.'),
  openPrice: decimal('The price.'),
  priceTierID: idText('Price tier that it comes from.'),
});

export const MkBPriceSchedule = record('MkBPriceSchedule', 'A price and how often it is charged.', {
  priceCadence: of(MkBPriceCadence, 'How often it is charged.'),
  pricingModel: openEnum('How it is charged.', ['Flat', 'Recurring', 'Usage']),
  pricingUnits: list(MkBPricingUnit, 'Units that it is for.'),
  retailPrice: of(MkBPrice, 'The price.'),
});

export const MkBProductVariantPriceSchedule = record(
  'MkBProductVariantPriceSchedule',
  'Prices of a plan for some markets.',
  {
    dateTimeRange: of(MkBLocalizedTimeRange, 'When they hold.'),
    friendlyName: nameText('Name of the price list.'),
    isBaseSchedule: flag('Whether they hold where no other does.'),
    marketCodes: texts('Countries in which they hold.', longest.code),
    schedules: list(MkBPriceSchedule, 'The prices.'),
  },
);

export const MkBProductVariantTrial = record('MkBProductVariantTrial', 'The trial of a plan.', {
  dateTimeRange: of(MkBLocalizedTimeRange, 'When it is offered.'),
  duration: whole('Length of the trial.'),
  durationType: openEnum('Unit of the length.', ['Minute', 'Days', 'Months']),
  type: openEnum('What limits the trial.', ['NoTrial', 'TimedAccess', 'TimedUsage', 'Unlimited']),
});

export const MkBProductFeatureAvailability = record(
  'MkBProductFeatureAvailability',
  'Markets, prices and audiences of a plan.',
  {
    customMeters: list(MkBProductVariantCustomMeter, 'Meters of the plan.'),
    id: idText('Identifier.'),
    isHidden: flag('Whether the plan is left out of listings.'),
    marketStates: list(MkBMarketState, 'Markets and whether they are open.'),
    markets: list(MkBMarket, 'Markets of the plan.'),
    priceSchedules: list(MkBProductVariantPriceSchedule, 'Prices.'),
    properties: list(MkBTypeValue, 'Further properties.'),
    resourceType: codeText('Type of the resource.'),
    subscriptionAudiences: list(AudienceEntry, 'Subscriptions that it is open to.'),
    tenantAudiences: list(AudienceEntry, 'Tenants that it is open to.'),
    trial: of(MkBProductVariantTrial, 'Trial.'),
    visibility: openEnum('Whether everybody may see it.', ['Public', 'Private']),
  },
);

export const MkBProductVariant = record(
  'MkBProductVariant',
  'A plan of a product as marketplace B keeps it.',
  {
    azureGovernmentCertifications: list(MkBGovernmentCertification, 'Certifications for government clouds.'),
    cloudAvailabilities: texts('Clouds in which the plan is offered.', longest.code),
    conversionPaths: text('Plans that a trial may turn into.'),
    extendedProperties: list(MkBTypeValue, 'Further properties.'),
    externalID: idText('Short name of the plan.'),
    featureAvailabilities: list(
      MkBProductFeatureAvailability,
      'Markets, prices and audiences; read separately.',
    ),
    friendlyName: nameText('Name of the plan.'),
    id: idText('Identifier.'),
    leadGenID: idText('Identifier used for sales leads.'),
    referenceVariantID: idText('Plan whose packages this one shares.'),
    resourceType: openEnum('Type of the resource.', ['MkBSkuVariant', 'MkBTestDriveVariant']),
    state: openEnum('Whether the plan is in use.', ['InActive', 'Active']),
    subType: codeText('Kind of plan of an application, such as solution-template or managed-application.'),
  },
);
