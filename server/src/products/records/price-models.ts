import type { z } from 'zod';
import { TimeUnit } from '../../marketplaces/records/index.ts';
import {
  basisPoints,
  decimal,
  flag,
  idText,
  list,
  nameText,
  of,
  openEnum,
  record,
  text,
  whole,
} from '../../platform/records/fields.ts';

export const PriceModelBasic = record('PriceModelBasic', 'One price for every unit.', {
  unitAmount: decimal('Price of a unit.'),
});

export const PriceModelBulk = record(
  'PriceModelBulk',
  'A price for packages of units; one that was started is a whole one.',
  {
    bulkAmount: decimal('Price of a package.'),
    bulkSize: whole('Units in a package; at least 1.'),
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
  defaultUnitAmount: decimal('Price of a unit that fits no group.'),
  matrix: list(
    PriceModelMatrixConfigGroup,
    'Groups and their prices. Of those that fit, the one with the most properties holds.',
  ),
});

export const PriceModelPercentage = record('PriceModelPercentage', 'A share of the reported amount.', {
  flatFee: decimal('Fee added once, where anything was reported.'),
  percentageRate: basisPoints('Share in basis points: 250 is 2.5 %.'),
});

export const PriceModelTieredConfig = record(
  'PriceModelTieredConfig',
  'One tier, charged for the units that fall in it.',
  {
    firstUnit: decimal('Where the tier begins: 0, then where the one before ends.'),
    flatFee: decimal('Fee of the tier, once it is reached.'),
    lastUnit: decimal(
      'Where the tier ends, which is no more part of it; absent or null of the last one only.',
    ),
    unitAmount: decimal('Price of a unit in the tier.'),
  },
);

export const PriceModelTiered = record('PriceModelTiered', 'Each unit costs what its tier says.', {
  tiers: list(PriceModelTieredConfig, 'Tiers in ascending order.'),
});

export const PriceModelTieredPercentageConfig = record(
  'PriceModelTieredPercentageConfig',
  'One tier of shares.',
  {
    firstUnit: decimal('Amount at which the tier begins: 0, then where the one before ends.'),
    flatFee: decimal('Fee of the tier, once it is reached.'),
    lastUnit: decimal('Amount at which the tier ends; absent or null of the last one only.'),
    percentageRate: basisPoints('Share in basis points: 250 is 2.5 %.'),
  },
);

export const PriceModelTieredPercentage = record(
  'PriceModelTieredPercentage',
  'A share of the reported amount that depends on the tier.',
  { tiers: list(PriceModelTieredPercentageConfig, 'Tiers in ascending order.') },
);

export const PriceModelVolumeConfig = record(
  'PriceModelVolumeConfig',
  'One bracket, charged for all units.',
  {
    flatFee: decimal('Fee of the bracket.'),
    maximumUnits: decimal('Largest total that falls in the bracket; absent or null of the last one only.'),
    unitAmount: decimal('Price of every unit.'),
  },
);

export const PriceModelVolume = record(
  'PriceModelVolume',
  'All units cost what the bracket of their total says.',
  {
    tiers: list(PriceModelVolumeConfig, 'Brackets in ascending order.'),
  },
);

export const BillingDiscount = record('BillingDiscount', 'A discount on what is billed.', {
  discountType: openEnum('Whether the value is a share or an amount.', ['PERCENTAGE', 'ABSOLUTE']),
  value: decimal('Percent or amount taken off; never more than there is.'),
});

export const BillableDimension = record(
  'BillableDimension',
  'A price for the usage that a billable metric counts.',
  {
    billableMetricId: idText('Metric that counts the usage.'),
    category: openEnum('Which price model holds.', [
      'basic',
      'tiered',
      'bulk',
      'volume',
      'percentage',
      'tiered-percentage',
      'matrix',
    ]),
    description: text('What is charged, for the buyer.'),
    discount: of(BillingDiscount, 'Discount on the price.'),
    length: whole('Length of the term in `timeUnit`; direct sales only.'),
    minimumCommit: decimal('Least amount of a billing period; direct sales only, none when 0 or less.'),
    minimumCommitProrata: flag('Whether the least amount shrinks with the active days of the period.'),
    minimumCommitScope: openEnum('What the least amount is for.', ['DIMENSION', 'DIMENSION_GROUP_BY']),
    name: nameText('Displayed name.'),
    priceModelBasic: of(PriceModelBasic, 'Price of category basic.'),
    priceModelBulk: of(PriceModelBulk, 'Price of category bulk.'),
    priceModelMatrix: of(PriceModelMatrix, 'Price of category matrix.'),
    priceModelPercentage: of(PriceModelPercentage, 'Price of category percentage.'),
    priceModelTiered: of(PriceModelTiered, 'Price of category tiered.'),
    priceModelTieredPercentage: of(PriceModelTieredPercentage, 'Price of category tiered-percentage.'),
    priceModelVolume: of(PriceModelVolume, 'Price of category volume.'),
    timeUnit: of(TimeUnit, 'Unit of `length`.'),
  },
);
export type BillableDimension = z.infer<typeof BillableDimension>;
