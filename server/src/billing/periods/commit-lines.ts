import { quantityOf } from '../../entitlements/derive/quantity.ts';
import type { EntitlementInfo } from '../../entitlements/records.ts';
import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';
import { type Length, lengthIn } from '../../platform/money-and-time/lengths.ts';
import {
  type CountedTime,
  monthsSince,
  periodsBegun,
  wholePeriods,
} from '../../platform/money-and-time/periods.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import {
  type ClosedSpan,
  daysBetween,
  earlier,
  later,
  type Span,
  type Time,
  textOf,
  timeFrom,
} from './days.ts';
import { type TimedPeriod, timedPeriods } from './periods.ts';
import { type BillingTerms, countedFrom } from './terms.ts';

/** Invoice line for the cost of a commit in a period of time. */
export type CommitLine = {
  key: string | undefined;
  name: string | undefined;
  description: string | undefined;
  quantity: number;
  rate: Exact;
  /** Rounded to the smallest currency unit. */
  amount: Exact;
};

export type CommitSale = {
  info: Pick<EntitlementInfo, 'commits' | 'paymentInstallments' | 'currency'>;
  /** Start and end of the entitlement, from which billing periods are counted. */
  life: Span;
  /**
   * Span of one purchase or renewal that contains the part. `agreed` is the agreed day from which its periods
   * are counted.
   */
  bought: Span & { agreed?: string | undefined };
};

/**
 * Computes the cost of commits for a part of a bought span (R35, R42): a billing period, or the remaining
 * part of a billing period after a change or an early end. Consecutive parts add up exactly to the cost of
 * the whole. Commits of a sale with instalments are not billed, because the instalments pay for them.
 */
export function commitLines(sale: CommitSale, terms: BillingTerms, part: ClosedSpan): CommitLine[] {
  const { commits = [], paymentInstallments = [], currency } = sale.info;
  if (commits.length === 0 || paymentInstallments.some(({ amount }) => amount !== undefined)) return [];
  const bought = boughtOf(sale, terms);
  const until = later(timeFrom(part.end), bought.end ?? 0);
  const periods = timedPeriods(terms, reaching(sale), until);
  return commits.flatMap((commit) => {
    const rate = new Exact(commit.rate ?? 0);
    const quantity = quantityOf(commit);
    if (rate.isZero()) return [];
    const pace = paceOf(commit, commits, bought);
    const cost = (text: string): Exact => {
      const times = paidUntil(timeFrom(text), pace, bought, terms, periods);
      return roundTo(currency || 'USD', withoutRest(rate.times(quantity).times(times)));
    };
    return [{ ...namesOf(commit), quantity, rate, amount: cost(part.end).minus(cost(part.start)) }];
  });
}

/**
 * Drops the remainder of divisions after the 30th digit, which could otherwise decide whether half a cent is
 * rounded up.
 */
const withoutRest = (amount: Exact): Exact => amount.toDecimalPlaces(30);

/** Bought span, without a trial. */
function boughtOf({ bought: { start, end, agreed }, life }: CommitSale, terms: BillingTerms): CommitSpan {
  const [begin, afterTrial] = [timeFrom(start), countedFrom(terms, life.start)];
  const counted =
    afterTrial.start > begin ? afterTrial : { start: begin, agreed: agreed ? timeFrom(agreed) : begin };
  return { ...counted, end: end === null ? undefined : timeFrom(end) };
}

/**
 * Duration of the sale. For a sale that ended early it extends to the bought end, so that a remaining part of
 * a period is computed as a part.
 */
function reaching({ life, bought }: CommitSale): Span {
  if (life.end === null || bought.end === null) return { start: life.start, end: null };
  return { start: life.start, end: textOf(later(timeFrom(life.end), timeFrom(bought.end))) };
}

const namesOf = ({ key, name, description }: CommitDimension) => ({ key, name, description });

/** Span for which a commit was bought, after a trial. Periods are counted from the agreed day. */
type CommitSpan = { start: Time; end: Time | undefined; agreed: Time };

/** Payment of a commit: once; over a span, for one fee; or recurring, one fee for each length begun. */
type Pace =
  | { kind: 'ONCE' }
  | { kind: 'OVER'; end: Time }
  | { kind: 'RECURRING'; length: Length; end: Time | undefined };

/**
 * Determines how a commit is paid (R42): by its length, else until its own end, else over the whole span. A
 * commit without a length is paid once, like a setup fee, if other commits have a length or the span has no
 * end.
 */
function paceOf(commit: CommitDimension, all: readonly CommitDimension[], bought: CommitSpan): Pace {
  const { end } = bought;
  const length = lengthIn(commit.length, commit.timeUnit);
  if (length) return { kind: 'RECURRING', length, end };
  const own = commit.termEndTime ? earlier(timeFrom(commit.termEndTime), end) : undefined;
  if (own !== undefined && own > bought.start) return { kind: 'OVER', end: own };
  const isRun = (other: CommitDimension) =>
    lengthIn(other.length, other.timeUnit) !== undefined || Boolean(other.termEndTime);
  return end !== undefined && !all.some(isRun) ? { kind: 'OVER', end } : { kind: 'ONCE' };
}

/**
 * Counts intervals of `months` in a span; the last interval is prorated by days. An interval that lacks one
 * day counts as whole.
 */
function intervalsIn(time: CountedTime, months: number): Exact {
  const { whole, begins, next, hasRest } = wholePeriods(time, { count: months, unit: 'months' });
  if (!hasRest) return new Exact(whole);
  const [rest, all] = [daysBetween(begins, time.end), daysBetween(begins, next)];
  return all - rest <= 1 ? new Exact(whole + 1) : new Exact(rest).dividedBy(all).plus(whole);
}

const whole = new Exact(1);

const wholeDays = ({ wholeStart, wholeEnd }: TimedPeriod): number => daysBetween(wholeStart, wholeEnd);

const monthsOf = ({ count, unit }: Length): number | undefined =>
  unit === 'days' ? undefined : unit === 'years' ? count * 12 : count;

/** Part of a billing period in which a commit is paid. */
type Part = { period: TimedPeriod; start: Time; end: Time };

function partsIn(
  periods: readonly TimedPeriod[],
  { start: since }: CommitSpan,
  until: Time | undefined,
): Part[] {
  return periods
    .map((period) => ({ period, start: later(period.start, since), end: earlier(period.end, until) }))
    .filter(({ start, end }) => start < end);
}

/**
 * Computes the prorated fraction of a whole period by days. An end may be given as the last day or as the day
 * after. In the first case the last part counts as a whole period, and a renewal from that day does not bill
 * the day again. An end that is whole months after the agreed day is the day after, even if a short month
 * moved it.
 */
function shareOf({ period, start, end }: Part, { start: since, agreed }: CommitSpan, until?: Time): Exact {
  const [days, all] = [daysBetween(start, end), wholeDays(period)];
  if (days >= all) return whole;
  const lacksLast = days === all - 1 && daysBetween(end, period.wholeEnd) === 1;
  if (lacksLast && isLastDay(agreed, end) && (end === until || end === period.end)) return whole;
  if (lacksLast && end === period.end && monthsSince(agreed, end) === undefined) return whole;
  const isBilledBefore = start === since && days === 1 && end === period.wholeEnd && isLastDay(agreed, start);
  return isBilledBefore ? new Exact(0) : new Exact(days).dividedBy(all);
}

/** Whether a time is the last day of whole months counted from the agreed day. */
const isLastDay = (agreed: Time, time: Time): boolean => (monthsSince(agreed, time)?.off ?? 0) < 0;

/**
 * Number of fees of a commit in a part of a period, and in total. If the total differs from the sum of the
 * parts, the last part includes the difference.
 */
type Rates = { of(part: Part): Exact; inAll: Exact | undefined };

function ratesOf(
  pace: Exclude<Pace, { kind: 'ONCE' }>,
  bought: CommitSpan,
  { months, isProrated }: BillingTerms,
  parts: readonly Part[],
): Rates {
  const until = (end: Time): CountedTime => ({ start: bought.start, end, agreed: bought.agreed });
  const own = (part: Part) => (isProrated ? shareOf(part, bought, pace.end) : whole);
  if (pace.kind === 'OVER') {
    const intervals = isProrated
      ? parts.reduce((sum, part) => sum.plus(own(part)), new Exact(0))
      : intervalsIn(until(pace.end), months);
    return { of: (part) => own(part).dividedBy(intervals), inAll: whole };
  }
  const { length, end } = pace;
  const inMonths = monthsOf(length);
  const begun = (each: Length) =>
    isProrated || end === undefined ? undefined : new Exact(periodsBegun(until(end), each));
  if (inMonths === undefined) {
    const inDays = ({ period, start: from, end: to }: Part) =>
      isProrated ? Math.min(daysBetween(from, to), wholeDays(period)) : wholeDays(period);
    return { of: (part) => new Exact(inDays(part)).dividedBy(length.count), inAll: begun(length) };
  }
  const perPeriod = new Exact(months).dividedBy(inMonths);
  const interval: Length = { count: months, unit: 'months', perYear: 12 };
  return { of: (part) => perPeriod.times(own(part)), inAll: begun(interval)?.times(perPeriod) };
}

/**
 * Computes the exact number of fees of a commit until a time: zero before the span starts, the total at its
 * end. A whole period counts by the commit’s length. A partial period counts by its days if billing is
 * prorated; otherwise it counts as a whole period, and the last period includes the rest. Within a period,
 * each UTC day counts the same.
 * @param periods all periods until the end of the span, or until `time`
 */
function paidUntil(
  time: Time,
  pace: Pace,
  bought: CommitSpan,
  terms: BillingTerms,
  periods: readonly TimedPeriod[],
): Exact {
  const nothing = new Exact(0);
  if (time <= bought.start) return nothing;
  if (pace.kind === 'ONCE') return new Exact(1);
  const parts = partsIn(periods, bought, pace.end);
  const { of, inAll } = ratesOf(pace, bought, terms, parts);
  let paid = nothing;
  for (const part of parts) {
    const { start, end } = part;
    if (time <= start) break;
    const until = paid.plus(of(part));
    const isLast = pace.end !== undefined && end === pace.end;
    const reached = inAll === undefined ? until : isLast ? inAll : Exact.min(inAll, until);
    if (time < end) {
      const days = daysBetween(start, end);
      const passed = days > 0 ? new Exact(daysBetween(start, time)).dividedBy(days) : nothing;
      return paid.plus(reached.minus(paid).times(passed));
    }
    paid = reached;
  }
  return paid;
}
