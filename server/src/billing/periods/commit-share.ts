import { Exact } from '../../platform/money-and-time/exact.ts';
import { type Length, lengthIn, periodsStarted } from '../../platform/money-and-time/lengths.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import {
  daysBetween,
  earlier,
  later,
  luxonOf,
  monthsBetween,
  plusMonths,
  type Time,
  timeFrom,
} from './days.ts';
import type { TimedPeriod } from './periods.ts';
import type { BillingTerms } from './terms.ts';

/** The time for which a commit was bought: from the end of a trial, if there was one. */
export type Bought = { start: Time; end: Time | undefined };

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
function intervalsIn(start: Time, end: Time, months: number): Exact {
  const boundary = (count: number) => plusMonths(start, months * count);
  let count = Math.max(0, Math.floor(monthsBetween(start, end) / months));
  while (count > 0 && boundary(count) > end) count -= 1;
  while (boundary(count + 1) <= end) count += 1;
  const [rest, all] = [daysBetween(boundary(count), end), daysBetween(boundary(count), boundary(count + 1))];
  return all - rest <= 1 ? new Exact(count + 1) : new Exact(rest).dividedBy(all).plus(count);
}

const startedIn = (start: Time, end: Time, length: Length): Exact =>
  new Exact(periodsStarted(luxonOf(start), luxonOf(end), length));

const wholeDays = ({ wholeStart, wholeEnd }: TimedPeriod): number => daysBetween(wholeStart, wholeEnd);

const monthsOf = ({ count, unit }: Length): number | undefined =>
  unit === 'days' ? undefined : unit === 'years' ? count * 12 : count;

/** How often the fee of a commit is paid for a whole period, and how often in all. */
type Rates = { ofWhole(period: TimedPeriod): Exact; inAll: Exact | undefined };

function ratesOf(pace: Exclude<Pace, { kind: 'ONCE' }>, { start }: Bought, terms: BillingTerms): Rates {
  const { months, isProrated } = terms;
  if (pace.kind === 'OVER') {
    const intervals = intervalsIn(start, pace.end, months);
    return { ofWhole: () => new Exact(1).dividedBy(intervals), inAll: new Exact(1) };
  }
  const { length, end } = pace;
  const inMonths = monthsOf(length);
  if (inMonths === undefined) {
    const days = end === undefined ? undefined : new Exact(daysBetween(start, end)).dividedBy(length.count);
    const inAll = end === undefined || isProrated ? days : startedIn(start, end, length);
    return { ofWhole: (period) => new Exact(wholeDays(period)).dividedBy(length.count), inAll };
  }
  const interval: Length = { count: months, unit: 'months', perYear: 12 };
  const intervalsUntil = (until: Time) =>
    isProrated ? intervalsIn(start, until, months) : startedIn(start, until, interval);
  const intervals = end === undefined ? undefined : intervalsUntil(end);
  return {
    ofWhole: () => new Exact(months).dividedBy(inMonths),
    inAll: intervals?.times(months).dividedBy(inMonths),
  };
}

/**
 * Computes how often the fee of a commit is paid until a time, exactly: nothing before it was bought, and at its end all. A whole
 * period counts as its length says. A broken one counts by days where billing is prorated, else as a whole one while
 * there is anything left; the last one has what is left. Within a period each UTC day counts the same.
 * @param periods all that begin before that time
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
  const { ofWhole, inAll } = ratesOf(pace, bought, terms);
  if (inAll && pace.end !== undefined && time >= pace.end) return inAll;
  let paid = nothing;
  for (const period of periods) {
    const start = later(period.start, bought.start);
    const end = earlier(period.end, pace.end);
    if (start >= end) continue;
    if (time <= start) break;
    const [days, all] = [daysBetween(start, end), wholeDays(period)];
    const whole = ofWhole(period);
    const own = terms.isProrated && days < all ? whole.times(days).dividedBy(all) : whole;
    const until = inAll ? Exact.min(inAll, paid.plus(own)) : paid.plus(own);
    const isLast = pace.end !== undefined && end === pace.end;
    const reached = isLast && inAll ? inAll : until;
    if (time < end) {
      const passed = days > 0 ? new Exact(daysBetween(start, time)).dividedBy(days) : nothing;
      return paid.plus(reached.minus(paid).times(passed));
    }
    paid = reached;
  }
  return paid;
}
