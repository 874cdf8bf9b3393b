import type { Exact } from '../../platform/money-and-time/exact.ts';
import { type Fee, unitsFee } from './fee.ts';
import type { ModelOf } from './model.ts';

/** Every unit costs the same. */
export const basicFees = ({ unitAmount }: ModelOf<'basic'>, quantity: Exact): Fee[] => [
  unitsFee(quantity, unitAmount),
];
