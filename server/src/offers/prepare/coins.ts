import { coinProblem } from '../../platform/money-and-time/coins.ts';
import type { Check } from './draft.ts';

/** Checks that amounts that are charged as they stand are in coins of the currency; rates may be finer (R42). */
export const checkCoins: Check = ({ info }, report) => {
  const { commitAmount, currency, paymentInstallments = [] } = info;
  const amounts = [
    { pointer: '/info/commitAmount', amount: commitAmount },
    ...paymentInstallments.map(({ amount }, index) => ({
      pointer: `/info/paymentInstallments/${index}/amount`,
      amount,
    })),
  ];
  for (const { pointer, amount } of amounts) {
    const problem = coinProblem(amount, currency || 'USD');
    if (problem) report.refuseUnlessKept(pointer, problem);
  }
};
