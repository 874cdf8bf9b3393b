import type { z } from 'zod';
import {
  MkBIncludedBaseQuantity,
  MkCPriceTier,
  TimeUnit,
  ValueType,
} from '../../marketplaces/records/index.ts';
import {
  actedEnum,
  codeText,
  decimal,
  fieldOf,
  flag,
  idText,
  integer,
  list,
  longest,
  nameText,
  record,
  text,
  texts,
  time,
} from '../../platform/records/fields.ts';

export const UsageCount = record('UsageCount', 'Settled usage of a dimension so far.', {
  creditCount: decimal('Units paid from credit.'),
  includedCount: decimal('Units covered by the included quantity.'),
  reportedCount: decimal('Units reported for charging.'),
});

export const MeteringDimension = record('MeteringDimension', 'Unit in which a marketplace meters usage.', {
  category: nameText('Display group of the dimension.'),
  description: text('Description for the buyer.'),
  includedBaseQuantities: list(MkBIncludedBaseQuantity, 'Units that the base price includes.'),
  key: codeText('API name, under which usage is reported.'),
  name: nameText('Displayed name.'),
  planId: idText('Plan that the dimension belongs to.'),
  planName: nameText('Name of that plan.'),
  priceTiers: list(MkCPriceTier, 'Prices by quantity.'),
  rate: decimal('Price of a unit, after discounts, up to 8 decimals.'),
  skuId: idText('Priced article of the marketplace.'),
  types: texts('Purposes of the dimension, such as metering or entitlement.', longest.code),
  usageCount: fieldOf(
    UsageCount,
    'Settled usage of the current term; only in a single entitlement, not in lists.',
  ),
  valueType: fieldOf(ValueType, 'Data type of reported values.'),
});

export type MeteringDimension = z.infer<typeof MeteringDimension>;

export const CommitDimension = record(
  'CommitDimension',
  'A flat fee that the buyer commits to, once or repeatedly.',
  {
    buyerQuantityConfigurable: flag('Whether the buyer chooses the quantity when accepting.'),
    category: nameText('Display group of the commit.'),
    description: text('Description for the buyer.'),
    isUserCreated: flag('Whether a person added the commit; otherwise it comes from the listing.'),
    key: codeText('API name of the commit.'),
    length: integer(
      'Length of the commit in `timeUnit`, at most the term; a shorter commit recurs. 0: once, until `termEndTime`.',
    ),
    maximumUsers: integer('Maximum number of seats, for commits by seat.'),
    minimumUsers: integer('Minimum number of seats, for commits by seat.'),
    name: nameText('Displayed name.'),
    quantity: integer('Units committed to.'),
    rate: decimal(
      'Unit price unit for `length`, after discounts, up to 8 decimals; for the whole term if there is no ' +
        'length (marketplace C: for a month).',
    ),
    term: text('Length as text, for display.'),
    termEndTime: time(
      'End of a commit without a length. A date without a time excludes that day: it means midnight in UTC.',
    ),
    timeUnit: fieldOf(TimeUnit, 'Unit of `length`.'),
    type: actedEnum('Whether the commit is flat or by seat.', ['FLAT_RATE', 'PER_USER']),
    types: texts('Purposes of the commit: metering, entitlement or external metering.', longest.code),
  },
);
export type CommitDimension = z.infer<typeof CommitDimension>;
