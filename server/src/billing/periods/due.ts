import { type ClosedSpan, later, type Span, textOf, timeFrom } from './days.ts';
import { type BillingPeriod, periodOf, type TimedPeriod, timedPeriods } from './periods.ts';
import { type BillingTerms, billedFrom } from './terms.ts';

/** When a period is billed: commits ahead or afterwards, usage afterwards. */
export const dueTime = (
  { isPrepaid }: Pick<BillingTerms, 'isPrepaid'>,
  kind: 'COMMIT' | 'USAGE',
  { start, end }: ClosedSpan,
): string => (isAhead({ isPrepaid }, kind) ? start : end);

const isAhead = ({ isPrepaid }: Pick<BillingTerms, 'isPrepaid'>, kind: 'COMMIT' | 'USAGE'): boolean =>
  kind === 'COMMIT' && isPrepaid;

/**
 * The periods that are to be billed by now, and when the next one is; none after the last. Those of a start that has passed come
 * together, and are one invoice.
 * @param billedUntil the end of the last period that was billed: where periods are other ones since, the first goes on from there
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
  const next = open.find((period) => dueAt(period) > at);
  return {
    due: open.filter((period) => dueAt(period) <= at).map(periodOf),
    next: next && textOf(dueAt(next)),
  };
}
