import type { Exact } from '../../platform/money-and-time/exact.ts';
import { type Fee, flatFees, shareFee } from './fee.ts';
import type { ModelOf } from './model.ts';

/** A share of the reported amount, in basis points (R62), and a fee. */
export const percentageFees = ({ percentageRate, flatFee }: ModelOf<'percentage'>, amount: Exact): Fee[] => [
  shareFee(amount, percentageRate),
  ...flatFees(flatFee),
];
