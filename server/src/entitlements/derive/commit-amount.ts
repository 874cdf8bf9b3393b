import type { CommitDimension } from '../../products/records/index.ts';
import type { Basis } from './input.ts';
import { type Exact, exact, sum } from './money.ts';
import { instant, lengthOf, monthsIn, type Period, positive, spanBetween } from './period.ts';
import { quantityOf } from './quantity.ts';

/** Rate times quantity, in the currency of the terms: of one month where rates are monthly, else of the commit. */
export const feeOf = (commit: CommitDimension): Exact | undefined =>
  exact(commit.rate)?.times(quantityOf(commit));

/** The sum of the payments, which are after discount; none when no payment has an amount. */
export const instalmentSum = ({ info }: Basis): Exact | undefined =>
  sum((info.paymentInstallments ?? []).map((payment) => exact(payment.amount)));

/**
 * The months for which a monthly rate is committed to: the offer's `mkCDuration`; else the commit's own length;
 * else the nearest whole months of the term; one where nothing limits it, for no more than that is sure.
 */
function committedMonths(commit: CommitDimension, { offerInfo }: Basis, { start, end }: Period): number {
  const span = lengthOf(commit) ?? spanBetween(start, instant(commit.termEndTime) ?? end);
  return positive(offerInfo.mkCDuration) ?? (span ? monthsIn(span) : 1);
}

/**
 * What the buyer committed to, in the currency of the terms, R42: the sum of the instalments; else of the commits
 * (rate times quantity; a monthly rate counts for each month); else the amount that the marketplace told, else
 * the one shown on the offer. None for a purchase by usage. Discounts are in the rates and payments already.
 */
export function commitAmountOf(basis: Basis, period: Period): Exact | undefined {
  const fees = (basis.info.commits ?? []).map((commit) => {
    const fee = feeOf(commit);
    return basis.monthlyRate ? fee?.times(committedMonths(commit, basis, period)) : fee;
  });
  return (
    instalmentSum(basis) ?? sum(fees) ?? exact(basis.info.commitAmount) ?? exact(basis.offerInfo.commitAmount)
  );
}

/** The credit that the payments grant, in the currency of the terms; none when no payment grants any. */
export const creditAmountOf = ({ info }: Basis): Exact | undefined =>
  sum((info.paymentInstallments ?? []).map((payment) => exact(payment.credit)));
