import type { z } from 'zod';
import { TimeUnit } from '../../marketplaces/records/index.ts';
import {
  basisPoints,
  decimal,
  fieldOf,
  flag,
  idText,
  integer,
  list,
  nameText,
  openEnum,
  record,
  text,
} from '../../platform/records/fields.ts';

export const PriceModelBasic = record('PriceModelBasic', 'One price for every unit.', {
  unitAmount: decimal('Price of a unit.'),
});

export const PriceModelBulk = record(
  'PriceModelBulk',
  'A price for packages of units; a started package counts in full.',
  {
    bulkAmount: decimal('Price of a package.'),
    bulkSize: integer('Units in a package; at least 1.'),
  },
);

export const PriceModelMatrixProperty = record(
  'PriceModelMatrixProperty',
  'A property that usage must have.',
  {
    name: nameText('Name of the property.'),
    value: text('Value that selects the price.'),
  },
);

export const PriceModelMatrixConfigGroup = record(
  'PriceModelMatrixConfigGroup',
  'The price of usage with some properties.',
  {
    properties: list(PriceModelMatrixProperty, 'Properties that usage must have, all of them.'),
    unitAmount: decimal('Price of a unit.'),
  },
);

export const PriceModelMatrix = record('PriceModelMatrix', 'Prices that depend on properties of the usage.', {
  defaultUnitAmount: decimal('Price of a unit that matches no group.'),
  matrix: list(
    PriceModelMatrixConfigGroup,
    'Groups and their prices. If several groups match, the group with the most properties applies.',
  ),
});

export const PriceModelPercentage = record('PriceModelPercentage', 'A percentage of the reported amount.', {
  flatFee: decimal('Fee that is added once if any usage was reported.'),
  percentageRate: basisPoints('Percentage in basis points: 250 is 2.5 %.'),
});

export const PriceModelTieredConfig = record(
  'PriceModelTieredConfig',
  'One tier, charged for the units that fall in it.',
  {
    firstUnit: decimal('Start of the tier: 0 for the first tier, otherwise the end of the previous tier.'),
    flatFee: decimal('Fee of the tier, once it is reached.'),
    lastUnit: decimal('End of the tier, exclusive; absent or null for the last tier only.'),
    unitAmount: decimal('Price of a unit in the tier.'),
  },
);

export const PriceModelTiered = record('PriceModelTiered', 'Each unit has the price of its tier.', {
  tiers: list(PriceModelTieredConfig, 'Tiers in ascending order.'),
});

export const PriceModelTieredPercentageConfig = record(
  'PriceModelTieredPercentageConfig',
  'A tier of percentages.',
  {
    firstUnit: decimal(
      'Amount at which the tier begins: 0 for the first tier, otherwise the end of the previous tier.',
    ),
    flatFee: decimal('Fee of the tier, once it is reached.'),
    lastUnit: decimal('Amount at which the tier ends; absent or null for the last tier only.'),
    percentageRate: basisPoints('Percentage in basis points: 250 is 2.5 %.'),
  },
);

export const PriceModelTieredPercentage = record(
  'PriceModelTieredPercentage',
  'A percentage of the reported amount that depends on the tier.',
  { tiers: list(PriceModelTieredPercentageConfig, 'Tiers in ascending order.') },
);

export const PriceModelVolumeConfig = record(
  'PriceModelVolumeConfig',
  'One bracket, charged for all units.',
  {
    flatFee: decimal('Fee of the bracket.'),
    maximumUnits: decimal('Largest total in the bracket; absent or null for the last bracket only.'),
    unitAmount: decimal('Price of every unit.'),
  },
);

export const PriceModelVolume = record(
  'PriceModelVolume',
  'All units have the price of the bracket that contains their total.',
  {
    tiers: list(PriceModelVolumeConfig, 'Brackets in ascending order.'),
  },
);

export const BillingDiscount = record('BillingDiscount', 'Discount on a billed amount.', {
  discountType: openEnum('Whether the value is a percentage or an amount.', ['PERCENTAGE', 'ABSOLUTE']),
  value: decimal('Percentage or amount that is deducted; the result is never below 0.'),
});

export const BillableDimension = record(
  'BillableDimension',
  'A price for the usage that a billable metric counts.',
  {
    billableMetricId: idText('Metric that counts the usage.'),
    category: openEnum('Price model that applies.', [
      'basic',
      'tiered',
      'bulk',
      'volume',
      'percentage',
      'tiered-percentage',
      'matrix',
    ]),
    description: text('Description of the charge, for the buyer.'),
    discount: fieldOf(BillingDiscount, 'Discount on the price.'),
    length: integer('Length of the term in `timeUnit`; direct sales only.'),
    minimumCommit: decimal(
      'Minimum amount per billing period; direct sales only; no minimum when 0 or less.',
    ),
    minimumCommitProrata: flag('Whether the minimum amount is prorated by the active days of the period.'),
    minimumCommitScope: openEnum('Scope of the minimum amount.', ['DIMENSION', 'DIMENSION_GROUP_BY']),
    name: nameText('Displayed name.'),
    priceModelBasic: fieldOf(PriceModelBasic, 'Price of category basic.'),
    priceModelBulk: fieldOf(PriceModelBulk, 'Price of category bulk.'),
    priceModelMatrix: fieldOf(PriceModelMatrix, 'Price of category matrix.'),
    priceModelPercentage: fieldOf(PriceModelPercentage, 'Price of category percentage.'),
    priceModelTiered: fieldOf(PriceModelTiered, 'Price of category tiered.'),
    priceModelTieredPercentage: fieldOf(PriceModelTieredPercentage, 'Price of category tiered-percentage.'),
    priceModelVolume: fieldOf(PriceModelVolume, 'Price of category volume.'),
    timeUnit: fieldOf(TimeUnit, 'Unit of `length`.'),
  },
);
export type BillableDimension = z.infer<typeof BillableDimension>;
