import type { Exact } from '../../platform/money-and-time/exact.ts';
import { type PriceCategory, priceCategoryOf, priceModels } from '../../products/price-models.ts';
import type { BillableDimension } from '../../products/records/index.ts';
import { basicFees } from './basic.ts';
import { bulkFees } from './bulk.ts';
import type { Fee } from './fee.ts';
import { matrixFees, type Properties } from './matrix.ts';
import type { ModelOf } from './model.ts';
import { percentageFees } from './percentage.ts';
import { tieredFees } from './tiered.ts';
import { tieredPercentageFees } from './tiered-percentage.ts';
import { volumeFees } from './volume.ts';

type Priced = { quantity: Exact; properties: Properties };

const feesIn: {
  [Category in PriceCategory]: (model: ModelOf<Category>, quantity: Exact, properties: Properties) => Fee[];
} = {
  basic: basicFees,
  tiered: tieredFees,
  bulk: bulkFees,
  volume: volumeFees,
  percentage: percentageFees,
  'tiered-percentage': tieredPercentageFees,
  matrix: matrixFees,
};

function feesOfModel<Category extends PriceCategory>(
  category: Category,
  dimension: BillableDimension,
  { quantity, properties }: Priced,
): Fee[] {
  return feesIn[category](dimension[priceModels[category]] as ModelOf<Category>, quantity, properties);
}

/** What usage costs by its price model. No usage costs nothing in any of them, fees included. */
export function feesOf(dimension: BillableDimension, usage: Priced): Fee[] {
  if (usage.quantity.isNegative() && !usage.quantity.isZero())
    throw new RangeError(`usage of ${usage.quantity} cannot be priced`);
  const category = priceCategoryOf(dimension);
  return category === undefined || usage.quantity.isZero() ? [] : feesOfModel(category, dimension, usage);
}
