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
  flag,
  idText,
  list,
  longest,
  nameText,
  of,
  record,
  text,
  texts,
  time,
  whole,
} from '../../platform/records/fields.ts';

export const UsageCount = record('UsageCount', 'How usage of a dimension was settled so far.', {
  creditCount: decimal('Units paid from credit.'),
  includedCount: decimal('Units covered by the included quantity.'),
  reportedCount: decimal('Units reported to be charged.'),
});

export const MeteringDimension = record('MeteringDimension', 'What a marketplace meters usage by.', {
  category: nameText('Group that the dimension is shown in.'),
  description: text('What is counted, for the buyer.'),
  includedBaseQuantities: list(MkBIncludedBaseQuantity, 'Units that the base price includes.'),
  key: codeText('API name, under which usage is reported.'),
  name: nameText('Displayed name.'),
  planId: idText('Plan that the dimension belongs to.'),
  planName: nameText('Name of that plan.'),
  priceTiers: list(MkCPriceTier, 'Prices by quantity.'),
  rate: decimal('Price of a unit, after discounts, up to 8 decimals.'),
  skuId: idText('Priced article of the marketplace.'),
  types: texts('What the dimension serves, such as metering or entitlement.', longest.code),
  usageCount: of(
    UsageCount,
    'How usage was settled so far in the term that runs, of an entitlement that is read by itself.',
  ),
  valueType: of(ValueType, 'Data type of reported values.'),
});

export type MeteringDimension = z.infer<typeof MeteringDimension>;

export const CommitDimension = record(
  'CommitDimension',
  'A flat fee that the buyer commits to, once or repeatedly.',
  {
    buyerQuantityConfigurable: flag('Whether the buyer chooses the quantity when accepting.'),
    category: nameText('Group that the commit is shown in.'),
    description: text('What is bought, for the buyer.'),
    isUserCreated: flag('Whether a person added it rather than the marketplace’s listing.'),
    key: codeText('API name of the commit.'),
    length: whole(
      'Length of the commit in `timeUnit`, no longer than the term: a shorter one recurs. With 0 it counts once, until `termEndTime`.',
    ),
    maximumUsers: whole('Most seats, of a commit by seat.'),
    minimumUsers: whole('Fewest seats, of a commit by seat.'),
    name: nameText('Displayed name.'),
    quantity: whole('Units committed to.'),
    rate: decimal(
      'Price of one unit for `length`, after discounts, up to 8 decimals; without a length for the whole term, on marketplace C for a month.',
    ),
    term: text('Length in words, for display.'),
    termEndTime: time(
      'End of the commit, when it has no length; a bare date is its midnight in UTC, the day itself is out.',
    ),
    timeUnit: of(TimeUnit, 'Unit of `length`.'),
    type: actedEnum('Whether the commit is flat or by seat.', ['FLAT_RATE', 'PER_USER']),
    types: texts('What the commit serves: metering, entitlement or external metering.', longest.code),
  },
);
export type CommitDimension = z.infer<typeof CommitDimension>;
