import { dayInMs } from '../../platform/money-and-time/lengths.ts';
import { beginnings } from '../../platform/money-and-time/periods.ts';
import type { PeriodDays } from '../prices/index.ts';
import {
  type ClosedSpan,
  daysBetween,
  earlier,
  later,
  monthStart,
  type Span,
  type Time,
  textOf,
  timeFrom,
} from './days.ts';
import { type BillingTerms, countedFrom } from './terms.ts';

/** What is billed together. A period that something cuts short, or begins late, is broken. */
export type BillingPeriod = ClosedSpan & {
  /** The period as it would be, were it not broken. */
  whole: ClosedSpan;
};

/** A billing period in times that can be reckoned with. */
export type TimedPeriod = { start: Time; end: Time; wholeStart: Time; wholeEnd: Time };

/**
 * Divides the life of an entitlement into billing periods, without gap or overlap, up to the one that runs at a time. They begin
 * after the trial, and are counted from there: what begins on 31 January goes on on 28 February and 31 March. By
 * MONTH_FIRST_DAY they are counted from the first day of that month, in UTC. What would be a period of less than a day at the end
 * belongs to the one before.
 * @param life when the entitlement starts, and ends
 */
export const billingPeriods = (terms: BillingTerms, life: Span, until: string): BillingPeriod[] =>
  timedPeriods(terms, life, timeFrom(until)).map(periodOf);

export const periodOf = ({ start, end, wholeStart, wholeEnd }: TimedPeriod): BillingPeriod => ({
  start: textOf(start),
  end: textOf(end),
  whole: { start: textOf(wholeStart), end: textOf(wholeEnd) },
});

/** The periods up to a time, and as many more as follow. */
export function timedPeriods(terms: BillingTerms, life: Span, until: Time, more = 0): TimedPeriod[] {
  const counted = countedFrom(terms, life.start);
  const { start } = counted;
  const lifeEnd = life.end === null ? undefined : timeFrom(life.end);
  const first = terms.cycle === 'MONTH_FIRST_DAY' ? { start: monthStart(start) } : counted;
  const boundary = beginnings(first, { count: terms.months, unit: 'months' });
  const periods: TimedPeriod[] = [];
  let [begin, wholeStart, left] = [start, first.start, more];
  for (let count = 1; lifeEnd === undefined || begin < lifeEnd; count += 1) {
    if (begin > until && left-- === 0) break;
    const wholeEnd = boundary(count);
    const isTail = lifeEnd !== undefined && lifeEnd > wholeEnd && lifeEnd - wholeEnd < dayInMs;
    const end = isTail ? lifeEnd : earlier(wholeEnd, lifeEnd);
    periods.push({ start: begin, end, wholeStart, wholeEnd });
    [begin, wholeStart] = [end, wholeEnd];
  }
  return periods;
}

/** The part of a period that lies in a time, if any does. */
export function partIn(period: ClosedSpan, span: Span): ClosedSpan | undefined {
  const start = later(timeFrom(period.start), timeFrom(span.start));
  const end = earlier(timeFrom(period.end), span.end === null ? undefined : timeFrom(span.end));
  return start < end ? { start: textOf(start), end: textOf(end) } : undefined;
}

/** Splits a period by the terms of an entitlement, which tile its life: each part is priced by its own. */
export const splitByTerms = <Term extends Span>(
  period: ClosedSpan,
  terms: readonly Term[],
): (ClosedSpan & { term: Term })[] =>
  terms.flatMap((term) => {
    const part = partIn(period, term);
    return part ? [{ ...part, term }] : [];
  });

/**
 * Counts the days of a part of a period. An end may name the last day instead of the day after it: such a period lacks nothing.
 */
export function daysOf(period: BillingPeriod, part: ClosedSpan = period): PeriodDays {
  const [start, end] = [timeFrom(period.start), timeFrom(period.end)];
  const [wholeStart, wholeEnd] = [timeFrom(period.whole.start), timeFrom(period.whole.end)];
  const lacking = daysBetween(end, wholeEnd);
  return {
    part: daysBetween(timeFrom(part.start), timeFrom(part.end)),
    period: daysBetween(start, end),
    whole: daysBetween(wholeStart, wholeEnd) - (lacking === 1 ? 1 : 0),
  };
}
