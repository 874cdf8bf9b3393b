import type { PriceCategory, priceModels } from '../../products/price-models.ts';
import type { BillableDimension } from '../../products/records/index.ts';

/** The record that says the price in a category. */
export type ModelOf<Category extends PriceCategory> = NonNullable<
  BillableDimension[(typeof priceModels)[Category]]
>;
