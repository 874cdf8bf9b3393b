import type { z } from 'zod';
import {
  byDefault,
  codeText,
  decimal,
  fieldOf,
  flag,
  idText,
  list,
  longest,
  map,
  mapOf,
  nameText,
  openEnum,
  percent,
  record,
  text,
  texts,
} from '../../platform/records/fields.ts';
import { MkBValidation } from './mkB.ts';

export const mkBOfferPricingTypes = [
  'editExistingOfferPricingOnly',
  'saasNewCustomizedPlans',
  'vmSoftwareReservations',
  'newCustomizedPlans',
] as const;

export const MkBIncludedBaseQuantity = record(
  'MkBIncludedBaseQuantity',
  'Units that the base price includes.',
  {
    isInfinite: flag('Whether the quantity is unlimited.'),
    quantity: decimal('Units included.'),
    recurringUnit: openEnum(
      'Interval at which the units are granted again, in any letter case; once for the term when absent.',
      ['Monthly', 'Annual', 'MONTH', 'YEAR'],
    ),
  },
);

export const MkBSoftwareReservation = record(
  'MkBSoftwareReservation',
  'A length for which software can be reserved.',
  {
    percentageSave: byDefault(
      percent('Discount in percent on the pay-as-you-go price; 0 to 100, any number in drafts.'),
      0,
    ),
    term: byDefault(decimal('Length of the term.'), 0),
    type: openEnum('Unit of the term.', ['month', 'year']),
  },
);

export const MkBMarketplaceTerm = record('MkBMarketplaceTerm', 'A length of time on marketplace B.', {
  type: openEnum('Unit.', ['day', 'week', 'month', 'year']),
  value: decimal('Number of units.'),
});

export const MkBMarketplacePrice = record('MkBMarketplacePrice', 'A price for some markets.', {
  currency: codeText('Currency of the price.'),
  markets: texts('Markets in which the price applies.', longest.code),
  price: decimal('The price.'),
});

export const MkBPriceBillingSchedule = record(
  'MkBPriceBillingSchedule',
  'A payment in a flexible schedule.',
  {
    chargeDate: codeText('Date of the charge.'),
    note: text('Note to the buyer.'),
    pricePerPaymentInUsd: decimal('Amount in US dollars.'),
  },
);

export const MkBPriceInitialCharge = record('MkBPriceInitialCharge', 'The payment due at the start.', {
  note: text('Note to the buyer.'),
  pricePerPaymentInUsd: decimal('Amount in US dollars.'),
});

export const MkBPriceFlexibleSchedule = record(
  'MkBPriceFlexibleSchedule',
  'Payments on dates that the seller selects.',
  {
    billingSchedule: list(MkBPriceBillingSchedule, 'The later payments.'),
    initialCharge: fieldOf(MkBPriceInitialCharge, 'The first payment.'),
    price: decimal('Sum of all payments.'),
  },
);

export const MkBPriceAndAvailabilityRecurrentPriceItem = record(
  'MkBPriceAndAvailabilityRecurrentPriceItem',
  'A recurring price for one billing term.',
  {
    billingFrequency: fieldOf(MkBMarketplaceTerm, 'Time between invoices.'),
    billingTerm: fieldOf(MkBMarketplaceTerm, 'Term that the price is for.'),
    contractDuration: fieldOf(MkBMarketplaceTerm, 'Length of the contract.'),
    flexibleSchedule: fieldOf(MkBPriceFlexibleSchedule, 'Payments on fixed dates, if any.'),
    paymentOption: fieldOf(MkBMarketplaceTerm, 'Time between payments.'),
    pricePerPaymentInUsd: decimal('Amount of each payment in US dollars.'),
    prices: list(MkBMarketplacePrice, 'Prices by market.'),
  },
);
export type MkBPriceAndAvailabilityRecurrentPriceItem = z.infer<
  typeof MkBPriceAndAvailabilityRecurrentPriceItem
>;

export const MkBPriceAndAvailabilityRecurrentPriceUserLimit = record(
  'MkBPriceAndAvailabilityRecurrentPriceUserLimit',
  'Limits on the number of seats.',
  {
    max: decimal('Maximum number of seats.'),
    min: decimal('Minimum number of seats.'),
  },
);
export type MkBPriceAndAvailabilityRecurrentPriceUserLimit = z.infer<
  typeof MkBPriceAndAvailabilityRecurrentPriceUserLimit
>;

export const MkBPriceAndAvailabilityRecurrentPrice = record(
  'MkBPriceAndAvailabilityRecurrentPrice',
  'The recurring part of a price.',
  {
    priceInputOption: openEnum('Whether prices are given by market.', ['perMarket', 'usd']),
    prices: list(MkBPriceAndAvailabilityRecurrentPriceItem, 'Prices by billing term.'),
    recurrentPriceMode: openEnum('Whether the price is flat or by seat.', ['flatRate', 'perUser']),
    userLimits: fieldOf(MkBPriceAndAvailabilityRecurrentPriceUserLimit, 'Limits on the number of seats.'),
  },
);

export const MkBPriceAndAvailabilityPrivateOfferCustomMeters = record(
  'MkBPriceAndAvailabilityPrivateOfferCustomMeters',
  'The metered part of a price.',
  {
    meters: map('Prices by meter.'),
    priceInputOption: openEnum('Whether prices are given by market.', ['perMarket', 'usd']),
  },
);
export type MkBPriceAndAvailabilityPrivateOfferCustomMeters = z.infer<
  typeof MkBPriceAndAvailabilityPrivateOfferCustomMeters
>;

export const MkBPriceAndAvailabilityPrivateOfferPrice = record(
  'MkBPriceAndAvailabilityPrivateOfferPrice',
  'The price of a plan in a private offer.',
  {
    customMeters: fieldOf(MkBPriceAndAvailabilityPrivateOfferCustomMeters, 'Metered prices.'),
    recurrentPrice: fieldOf(MkBPriceAndAvailabilityRecurrentPrice, 'Recurring prices.'),
  },
);
export type MkBPriceAndAvailabilityPrivateOfferPrice = z.infer<
  typeof MkBPriceAndAvailabilityPrivateOfferPrice
>;

export const MkBVmPricePropertyItem = record('MkBVmPricePropertyItem', 'The price of one machine size.', {
  quantity: decimal('Machines reserved.'),
  unitPricePerPaymentPeriodInUsd: decimal('Price of one machine for a payment period, in US dollars.'),
});

export const MkBVmPrice = record('MkBVmPrice', 'Prices by machine size.', {
  patternProperties: mapOf(MkBVmPricePropertyItem, 'Price by size.'),
});

export const MkBPriceAndAvailabilityPrivateOfferPlanSoftwareReservation = record(
  'MkBPriceAndAvailabilityPrivateOfferPlanSoftwareReservation',
  'A reservation of machine software in a private offer.',
  {
    paymentSchedule: fieldOf(MkBMarketplaceTerm, 'Time between payments.'),
    reservationDuration: fieldOf(MkBMarketplaceTerm, 'Length of the reservation.'),
    vmPrices: fieldOf(MkBVmPrice, 'Prices by machine size.'),
  },
);
export type MkBPriceAndAvailabilityPrivateOfferPlanSoftwareReservation = z.infer<
  typeof MkBPriceAndAvailabilityPrivateOfferPlanSoftwareReservation
>;

export const MkBPrivateOfferPlan = record(
  'MkBPrivateOfferPlan',
  'A plan with the price of a private offer.',
  {
    $schema: idText('Address of the schema that the plan follows.'),
    autoActivation: flag('Whether a purchase is activated without the seller; newer price schemas only.'),
    externalId: idText('Short name of the plan.'),
    id: idText('Durable identifier.'),
    lifecycleState: openEnum('State of the plan.', [
      'notAvailable',
      'neverUsed',
      'test',
      'preview',
      'generallyAvailable',
      'deprecated',
      'decommissioned',
      'deleted',
    ]),
    offerPricingType: openEnum(
      'Type of change: prices, new plans or software reservations.',
      mkBOfferPricingTypes,
    ),
    plan: idText('Identifier of the plan on which this plan is based.'),
    planName: nameText('Name of the plan.'),
    pricing: fieldOf(MkBPriceAndAvailabilityPrivateOfferPrice, 'The price.'),
    product: idText('Identifier of the product.'),
    resourceName: idText('Resource name in the configuration document.'),
    softwareReservation: fieldOf(
      MkBPriceAndAvailabilityPrivateOfferPlanSoftwareReservation,
      'Reservation, for machine software.',
    ),
    subType: codeText('Type of plan of an application, such as solution-template or managed-application.'),
    validations: list(MkBValidation, 'Validation messages of the marketplace.'),
    visibility: byDefault(openEnum('Whether the plan is listed.', ['visible', 'hidden']), 'visible'),
  },
);
export type MkBPrivateOfferPlan = z.infer<typeof MkBPrivateOfferPlan>;
