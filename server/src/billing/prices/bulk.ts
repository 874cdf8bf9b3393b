import { Exact } from '../../platform/money-and-time/exact.ts';
import { type Fee, packagesFee } from './fee.ts';
import type { ModelOf } from './model.ts';

/** Packages cost, and one that was started is a whole one. */
export const bulkFees = ({ bulkAmount, bulkSize }: ModelOf<'bulk'>, quantity: Exact): Fee[] => [
  packagesFee(quantity.dividedBy(new Exact(bulkSize ?? 1)).ceil(), bulkAmount),
];
