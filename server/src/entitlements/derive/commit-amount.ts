import { Exact, roundTo, sum, toExact } from '../../platform/money-and-time/exact.ts';
import { periodsBegun } from '../../platform/money-and-time/periods.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import type { Basis } from './input.ts';
import {
  instant,
  lengthOf,
  monthsIn,
  type Period,
  shareOfDays,
  spanBetween,
  toCountedTime,
} from './period.ts';
import { quantityOf } from './quantity.ts';

/**
 * Computes rate times quantity, in the currency of the terms: for one month on marketplaces with monthly rates,
 * otherwise for the whole commit.
 */
export const feeOf = (commit: CommitDimension): Exact | undefined =>
  toExact(commit.rate)?.times(quantityOf(commit));

/** Sums the instalments, which are net of discounts; undefined if no instalment has an amount. */
export const instalmentSum = ({ info }: Basis): Exact | undefined =>
  sum((info.paymentInstallments ?? []).map((payment) => toExact(payment.amount)));

/** Reads the commit amount of the marketplace, otherwise that of the offer. */
export const shownAmount = ({ info, offerInfo }: Basis): Exact | undefined =>
  toExact(info.commitAmount) ?? toExact(offerInfo.commitAmount);

/**
 * Computes the time that a commit covers: a commit without a length ends at its own end, if its end is before
 * the end of the term.
 */
function runOf(commit: CommitDimension, { start, end, agreed }: Period): Period {
  const own = lengthOf(commit) ? undefined : instant(commit.termEndTime);
  const isOwn = own !== undefined && own > start && (end === undefined || own < end);
  return { start, end: isOwn ? own : end, agreed };
}

/**
 * Computes how often the rate of a commit applies in a term. A monthly rate applies once per month, rounded to
 * whole months, and once in an open term, because only the first month is certain. Other rates apply once per
 * period of their length that starts in the term, counted from the agreed day; a rate without a length applies
 * once.
 */
function timesOf(commit: CommitDimension, { monthlyRate }: Basis, run: Period): number {
  if (monthlyRate) {
    const span = spanBetween(run);
    return span ? monthsIn(span) : 1;
  }
  const length = lengthOf(commit);
  const time = toCountedTime(run);
  return length && time ? periodsBegun(time, length) : 1;
}

type Share = { amount: Exact; run: Period };

/** Lists the amounts paid for a term, each with the period over which the amount is earned. */
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
 * Computes the amount committed for a part of a term, exactly in the terms’ currency (R42, R48): from the sum
 * of the instalments; otherwise from the commits (rate times quantity, as often as the rate applies); otherwise
 * from the amount of the marketplace or the offer. Parts are prorated by UTC days, and the amounts of adjoining
 * parts add up to the whole. Undefined for a purchase that is paid by usage. Rates and instalments are net of
 * discounts.
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

/**
 * Sums the credit that the instalments grant, in the currency of the terms; undefined if no instalment grants
 * credit.
 */
export const creditAmountOf = ({ info }: Basis): Exact | undefined =>
  sum((info.paymentInstallments ?? []).map((payment) => toExact(payment.credit)));
