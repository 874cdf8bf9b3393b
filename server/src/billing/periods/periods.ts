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
import { type BillingTerms, billedFrom, countedFrom } from './terms.ts';

/** Time that is billed together. A period is partial if it starts late or ends early. */
export type BillingPeriod = ClosedSpan & {
  /** Start and end of the corresponding whole period. */
  whole: ClosedSpan;
};

/** Billing period with times as numbers. */
export type TimedPeriod = { start: Time; end: Time; wholeStart: Time; wholeEnd: Time };

/**
 * Divides the duration of an entitlement into consecutive billing periods, up to the period that contains a
 * time. Periods start after the trial and are counted from its end: after 31 January come 28 February and 31
 * March. With MONTH_FIRST_DAY, periods are counted from the first day of that month in UTC. A rest of less
 * than a day at the end belongs to the last period.
 * @param life start and end of the entitlement
 */
export const billingPeriods = (terms: BillingTerms, life: Span, until: string): BillingPeriod[] =>
  timedPeriods(terms, life, timeFrom(until)).map(periodOf);

const periodOf = ({ start, end, wholeStart, wholeEnd }: TimedPeriod): BillingPeriod => ({
  start: textOf(start),
  end: textOf(end),
  whole: { start: textOf(wholeStart), end: textOf(wholeEnd) },
});

/** Computes the periods up to a time, and `more` following periods. */
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

/** Computes the intersection of a period with a span; undefined if it is empty. */
function partIn(period: ClosedSpan, span: Span): ClosedSpan | undefined {
  const start = later(timeFrom(period.start), timeFrom(span.start));
  const end = earlier(timeFrom(period.end), span.end === null ? undefined : timeFrom(span.end));
  return start < end ? { start: textOf(start), end: textOf(end) } : undefined;
}

/** Splits a period by the terms of an entitlement. Each part has the prices of its term. */
export const splitByTerms = <Term extends Span>(
  period: ClosedSpan,
  terms: readonly Term[],
): (ClosedSpan & { term: Term })[] =>
  terms.flatMap((term) => {
    const part = partIn(period, term);
    return part ? [{ ...part, term }] : [];
  });

/**
 * Counts the days of a part of a period. A period whose end is given as its last day, instead of the day
 * after, counts as whole.
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

/** Whether a period is billed at its start: prepaid commits. Usage and other commits are billed at its end. */
const isAhead = ({ isPrepaid }: Pick<BillingTerms, 'isPrepaid'>, kind: 'COMMIT' | 'USAGE'): boolean =>
  kind === 'COMMIT' && isPrepaid;

/** Last time that RFC 3339 can express. */
const lastTime = timeFrom('9999-12-31T23:59:59.999Z');

/**
 * Returns the due periods, and the time at which the next period is due; undefined after the last period or
 * if that time is after the year 9999. Due periods of a past start are returned together and form one
 * invoice. @param billedUntil end of the last billed period; if periods have changed since, the first period
 * continues from that time
 */
export function duePeriods(
  terms: BillingTerms,
  kind: 'COMMIT' | 'USAGE',
  life: Span,
  { billedUntil, now }: { billedUntil?: string | undefined; now: string },
): { due: BillingPeriod[]; next: string | undefined } {
  const first = billedFrom(terms, life.start);
  const at = timeFrom(now);
  const done = billedUntil === undefined ? first : timeFrom(billedUntil);
  const open = timedPeriods(terms, life, at, 1)
    .filter(({ end }) => end > done)
    .map((period) => ({ ...period, start: later(period.start, done) }));
  const dueAt = ({ start, end }: TimedPeriod) => (isAhead(terms, kind) ? start : end);
  const next = open.map(dueAt).find((time) => time > at);
  return {
    due: open.filter((period) => dueAt(period) <= at).map(periodOf),
    next: next === undefined || next > lastTime ? undefined : textOf(next),
  };
}
