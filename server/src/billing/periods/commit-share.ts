import { Exact } from '../../platform/money-and-time/exact.ts';
import { type Length, lengthIn } from '../../platform/money-and-time/lengths.ts';
import { type CountedTime, periodsBegun, wholePeriods } from '../../platform/money-and-time/periods.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import { daysBetween, earlier, later, type Time, timeFrom } from './days.ts';
import type { TimedPeriod } from './periods.ts';
import type { BillingTerms } from './terms.ts';

/** The time for which a commit was bought: from the end of a trial, if there was one, counted from the day agreed on. */
export type Bought = { start: Time; end: Time | undefined; agreed: Time };

/**
 * How a commit is paid: at once; or over a time, for which it costs its fee once or as often as its length begins in it.
 */
export type Pace =
  | { kind: 'ONCE' }
  | { kind: 'OVER'; end: Time }
  | { kind: 'RECURRING'; length: Length; end: Time | undefined };

/**
 * Reads how a commit is paid (R42): by its length, else until its own end, else over the whole time; and at once where other
 * commits have a length and it has none, as a fee for setting up has, or where nothing ends.
 */
export function paceOf(commit: CommitDimension, all: readonly CommitDimension[], bought: Bought): Pace {
  const { end } = bought;
  const length = lengthIn(commit.length, commit.timeUnit);
  if (length) return { kind: 'RECURRING', length, end };
  const own = commit.termEndTime ? earlier(timeFrom(commit.termEndTime), end) : undefined;
  if (own !== undefined && own > bought.start) return { kind: 'OVER', end: own };
  const isRun = (other: CommitDimension) =>
    lengthIn(other.length, other.timeUnit) !== undefined || Boolean(other.termEndTime);
  return end !== undefined && !all.some(isRun) ? { kind: 'OVER', end } : { kind: 'ONCE' };
}

/** How many intervals of so many months there are in a time, the last one by its days: one that lacks a day is whole. */
function intervalsIn(time: CountedTime, months: number): Exact {
  const { whole, begins, next, hasRest } = wholePeriods(time, { count: months, unit: 'months' });
  if (!hasRest) return new Exact(whole);
  const [rest, all] = [daysBetween(begins, time.end), daysBetween(begins, next)];
  return all - rest <= 1 ? new Exact(whole + 1) : new Exact(rest).dividedBy(all).plus(whole);
}

const wholeDays = ({ wholeStart, wholeEnd }: TimedPeriod): number => daysBetween(wholeStart, wholeEnd);

const monthsOf = ({ count, unit }: Length): number | undefined =>
  unit === 'days' ? undefined : unit === 'years' ? count * 12 : count;

/** The part of a billing period that a commit is paid in. */
type Part = { period: TimedPeriod; start: Time; end: Time };

function partsIn(periods: readonly TimedPeriod[], { start: since }: Bought, until: Time | undefined): Part[] {
  return periods
    .map((period) => ({ period, start: later(period.start, since), end: earlier(period.end, until) }))
    .filter(({ start, end }) => start < end);
}

/** The share of its days that a part has of its whole period: all of one that names the last day instead of the day after it. */
function shareOf({ period, start, end }: Part): Exact {
  const [days, all] = [daysBetween(start, end), wholeDays(period)];
  const namesLastDay = end === period.end && days === all - 1 && daysBetween(end, period.wholeEnd) === 1;
  return days >= all || namesLastDay ? new Exact(1) : new Exact(days).dividedBy(all);
}

/**
 * How often the fee of a commit is paid in a part of a period, and how often in all, where that is not what all parts come to: the
 * last one has what is left.
 */
type Rates = { of(part: Part): Exact; inAll: Exact | undefined };

const whole = new Exact(1);

function ratesOf(
  pace: Exclude<Pace, { kind: 'ONCE' }>,
  { start, agreed }: Bought,
  { months, isProrated }: BillingTerms,
  parts: readonly Part[],
): Rates {
  const until = (end: Time): CountedTime => ({ start, end, agreed });
  const own = (part: Part) => (isProrated ? shareOf(part) : whole);
  if (pace.kind === 'OVER') {
    const intervals = isProrated
      ? parts.reduce((sum, part) => sum.plus(shareOf(part)), new Exact(0))
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
 * Computes how often the fee of a commit is paid until a time, exactly: nothing before it was bought, and at its end all. A whole
 * period counts as its length says. A broken one counts by its days where billing is prorated, else as a whole one while
 * there is anything left, and the last one has what is left. Within a period each UTC day counts the same.
 * @param periods all until the end of what was bought, or until that time
 */
export function paidUntil(
  time: Time,
  pace: Pace,
  bought: Bought,
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
