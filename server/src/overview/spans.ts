import { invalid } from '../platform/errors.ts';
import type { SeriesMetric } from './records.ts';

export type Span = 'day' | 'week' | 'month';
export type SeriesQuery = {
  metric: SeriesMetric;
  by: Span;
  from: string | undefined;
  to: string | undefined;
  currency: string | undefined;
};

/** The maximum number of points of a response. */
export const mostPoints = 400;
const usualPoints = 30;
const dayMs = 86_400_000;

/**
 * Returns the first day of each span, in UTC. Weeks begin on Mondays.
 * @throws 400 for a reversed range, or too many spans
 */
export function startsOf({ by, from, to }: SeriesQuery, now: Date): string[] {
  const last = to ?? now.toISOString().slice(0, 10);
  const first = from ?? new Date(Date.parse(last) - (usualPoints - 1) * dayMs).toISOString().slice(0, 10);
  if (first > last) throw invalid([{ pointer: 'from', message: 'must not be after to' }]);
  const starts: string[] = [];
  for (let at = startOf(first, by); at <= last; at = nextOf(at, by)) {
    if (starts.length === mostPoints)
      throw invalid([{ pointer: 'from', message: `must be at most ${mostPoints} ${by}s before to` }]);
    starts.push(at);
  }
  return starts;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function startOf(day: string, by: Span): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (by === 'month') at.setUTCDate(1);
  if (by === 'week') at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return dayOf(at);
}

/** Returns the first day of the next span. */
export function nextOf(day: string, by: Span): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (by === 'month') at.setUTCMonth(at.getUTCMonth() + 1);
  else at.setUTCDate(at.getUTCDate() + (by === 'week' ? 7 : 1));
  return dayOf(at);
}

/** Returns the first moment of a UTC day. */
export const midnightOf = (day: string): string => `${day}T00:00:00Z`;

/** The days of a series: the first day, and the day after the last span. */
export type SpanOfDays = { organizationId: string; by: Span; first: string; end: string };
