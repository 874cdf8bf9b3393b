import { Exact, exact, roundTo, sum } from '../../platform/money-and-time/exact.ts';
import { periodsBegun } from '../../platform/money-and-time/periods.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import type { Basis } from './input.ts';
import { counted, instant, lengthOf, monthsIn, type Period, shareOfDays, spanBetween } from './period.ts';
import { quantityOf } from './quantity.ts';

/**
 * Computes rate times quantity, in the currency of the terms: of one month where rates are monthly, else of the commit.
 */
export const feeOf = (commit: CommitDimension): Exact | undefined =>
  exact(commit.rate)?.times(quantityOf(commit));

/** The sum of the payments, which are after discount; none when no payment has an amount. */
export const instalmentSum = ({ info }: Basis): Exact | undefined =>
  sum((info.paymentInstallments ?? []).map((payment) => exact(payment.amount)));

/** The amount that the marketplace gives as one, else the one that the offer shows. */
export const shownAmount = ({ info, offerInfo }: Basis): Exact | undefined =>
  exact(info.commitAmount) ?? exact(offerInfo.commitAmount);

/** Computes until when a commit holds: one with no length ends at its own end, where that comes before the term's. */
function runOf(commit: CommitDimension, { start, end, agreed }: Period): Period {
  const own = lengthOf(commit) ? undefined : instant(commit.termEndTime);
  const isOwn = own !== undefined && own > start && (end === undefined || own < end);
  return { start, end: isOwn ? own : end, agreed };
}

/**
 * Computes how often the rate of a commit counts in a term. A monthly rate counts for each month, the nearest whole
 * number of them, and once where nothing ends it, for no more than that is sure. Others count for each period of their
 * length that begins in the term, counted from the day agreed on; without a length once.
 */
function timesOf(commit: CommitDimension, { monthlyRate }: Basis, run: Period): number {
  if (monthlyRate) {
    const span = spanBetween(run);
    return span ? monthsIn(span) : 1;
  }
  const length = lengthOf(commit);
  const time = counted(run);
  return length && time ? periodsBegun(time, length) : 1;
}

type Share = { amount: Exact; run: Period };

/** Lists what a term is paid with, and over which time each amount is earned. */
function sharesOf(basis: Basis, term: Period): Share[] {
  const instalments = instalmentSum(basis);
  if (instalments) return [{ amount: instalments, run: term }];
  const fees = (basis.info.commits ?? []).flatMap((commit): Share[] => {
    const fee = feeOf(commit);
    const run = runOf(commit, term);
    return fee ? [{ amount: fee.times(timesOf(commit, basis, run)), run }] : [];
  });
  const shown = shownAmount(basis);
  return fees.length > 0 || !shown ? fees : [{ amount: shown, run: term }];
}

/**
 * Computes what the buyer committed to for a part of a term, in coins of the terms' currency, R42, R48: of the sum of
 * the instalments; else of the commits (rate times quantity, as often as it counts); else of the amount that the
 * marketplace gives, or the offer shows. Parts have their shares by UTC days, and the shares of parts that adjoin add
 * up to the whole. None for a purchase by usage. Discounts are in the rates and payments already.
 */
export function committedFor(basis: Basis, term: Period, part: Period = term): Exact | undefined {
  const shares = sharesOf(basis, term);
  if (shares.length === 0) return undefined;
  const currency = basis.info.currency ?? 'USD';
  const until = (time: Period['end']): Exact =>
    roundTo(
      currency,
      shares.reduce((total, { amount, run }) => total.plus(shareOfDays(amount, run, time)), new Exact(0)),
    );
  return until(part.end ?? term.end).minus(part.start <= term.start ? 0 : until(part.start));
}

/** The credit that the payments grant, in the currency of the terms; none when no payment grants any. */
export const creditAmountOf = ({ info }: Basis): Exact | undefined =>
  sum((info.paymentInstallments ?? []).map((payment) => exact(payment.credit)));
