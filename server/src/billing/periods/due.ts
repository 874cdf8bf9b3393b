import { type ClosedSpan, later, type Span, timeFrom } from './days.ts';
import { type BillingPeriod, billingPeriods } from './periods.ts';
import { type BillingTerms, billedFrom } from './terms.ts';

/** When a period is billed: commits ahead or afterwards, usage afterwards. */
export const dueTime = (
  { isPrepaid }: Pick<BillingTerms, 'isPrepaid'>,
  kind: 'COMMIT' | 'USAGE',
  { start, end }: ClosedSpan,
): string => (kind === 'COMMIT' && isPrepaid ? start : end);

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
  const first = billedFrom(terms, life.start).toISO() as string;
  const runningEnd = billingPeriods(terms, life, now).at(-1)?.end ?? first;
  const done = timeFrom(billedUntil ?? first);
  const open = billingPeriods(terms, life, runningEnd)
    .filter(({ end }) => timeFrom(end) > done)
    .map((period) => ({ ...period, start: later(timeFrom(period.start), done).toISO() as string }));
  const isDue = (period: BillingPeriod) => timeFrom(dueTime(terms, kind, period)) <= timeFrom(now);
  const next = open.find((period) => !isDue(period));
  return { due: open.filter(isDue), next: next && dueTime(terms, kind, next) };
}
