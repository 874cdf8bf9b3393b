import type { OrgScope } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
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

function nextOf(day: string, by: Span): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (by === 'month') at.setUTCMonth(at.getUTCMonth() + 1);
  else at.setUTCDate(at.getUTCDate() + (by === 'week' ? 7 : 1));
  return dayOf(at);
}

/**
 * Selects the value of each span. Revenue is in one currency, which is required.
 * @throws 400 without a currency
 */
export function selectSeries(scope: OrgScope, query: SeriesQuery, starts: readonly string[]): Statement {
  const { metric, by, currency } = query;
  const first = starts[0] as string;
  const span = { organizationId: scope.organizationId, by, first, end: nextOf(starts.at(-1) as string, by) };
  if (metric === 'offersCreated') return selectCreated(span, 'offer');
  if (metric === 'entitlementsCreated') return selectCreated(span, 'entitlement');
  if (currency === undefined)
    throw invalid([
      { pointer: 'currency', message: 'is required: amounts of different currencies are never added' },
    ]);
  return selectRevenue(span, metric, currency);
}

type SpanOfDays = { organizationId: string; by: Span; first: string; end: string };

const selectCreated = (
  { organizationId, by, first, end }: SpanOfDays,
  table: 'offer' | 'entitlement',
): Statement => ({
  name: `count_${table}_created`,
  text: `SELECT date_trunc($4, x.creation_time, 'UTC')::date::text AS start, count(*) AS value
         FROM ${table} x
         WHERE x.organization_id = $1 AND x.status <> 'DELETED' AND x.creation_time >= $2::timestamptz
           AND x.creation_time < $3::timestamptz
         GROUP BY 1`,
  values: [organizationId, midnightOf(first), midnightOf(end), by],
});

const selectRevenue = (
  { organizationId, by, first, end }: SpanOfDays,
  metric: SeriesMetric,
  currency: string,
): Statement => ({
  name: 'sum_revenue_series',
  text: `SELECT date_trunc($5, r.day::timestamp)::date::text AS start,
           trim_scale(sum(CASE $6::text WHEN 'grossRevenue' THEN r.amount WHEN 'invoicedRevenue' THEN r.invoice_amount
             ELSE r.disburse_amount END)) AS value
         FROM revenue_daily r
         WHERE r.organization_id = $1 AND r.product_id = '' AND r.day >= $2::date AND r.day < $3::date AND r.currency = $4
         GROUP BY 1`,
  values: [organizationId, first, end, currency, by, metric],
});

const midnightOf = (day: string): string => `${day}T00:00:00Z`;

export function pointsOf(starts: readonly string[], rows: readonly Row[]) {
  const values = new Map(rows.map(({ start, value }) => [String(start), Number(value)]));
  return starts.map((start) => ({ start, value: values.get(start) ?? 0 }));
}
