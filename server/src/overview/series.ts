import type { OrgScope } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { invalid } from '../platform/errors.ts';
import { digitsOf } from '../platform/money-and-time/coins.ts';
import { Exact } from '../platform/money-and-time/exact.ts';
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

/**
 * Sums revenue by span and marketplace, from the daily sums of marketplaces and from the invoices of direct sales.
 * Direct sales have no marketplace. They count on the day of issue, less credit notes, which reduce the net amount and
 * the tax in proportion.
 */
const selectRevenue = (
  { organizationId, by, first, end }: SpanOfDays,
  metric: SeriesMetric,
  currency: string,
): Statement => ({
  name: 'sum_revenue_series',
  text: `SELECT date_trunc($5, x.day::timestamp)::date::text AS start, x.partner, trim_scale(sum(x.value)) AS value
         FROM (
           SELECT r.day, r.partner, CASE $6::text
               WHEN 'grossRevenue' THEN r.amount
               WHEN 'invoicedRevenue' THEN r.invoice_amount
               WHEN 'netInvoicedRevenue' THEN r.invoice_amount - r.tax_amount
               WHEN 'invoicedTax' THEN r.tax_amount
               ELSE r.disburse_amount END AS value
           FROM revenue_daily r
           WHERE r.organization_id = $1 AND r.product_id = '' AND r.day >= $2::date AND r.day < $3::date
             AND r.currency = $4
           UNION ALL
           SELECT (i.issue_date AT TIME ZONE 'UTC')::date, NULL, CASE $6::text
               WHEN 'invoicedRevenue' THEN i.due_amount - i.credited_amount
               WHEN 'invoicedTax' THEN round(i.tax_amount * c.kept, $7)
               WHEN 'disbursedRevenue' THEN i.paid_amount - i.refunded_amount
               ELSE i.due_amount - i.credited_amount - round(i.tax_amount * c.kept, $7) END
           FROM invoice i
           CROSS JOIN LATERAL (SELECT 1 - coalesce(i.credited_amount / nullif(i.due_amount, 0), 0) AS kept) c
           WHERE i.organization_id = $1 AND i.status = 'FINALIZED' AND i.currency = $4
             AND i.issue_date >= $8::timestamptz AND i.issue_date < $9::timestamptz) x
         GROUP BY 1, 2`,
  values: [
    organizationId,
    first,
    end,
    currency,
    by,
    metric,
    digitsOf(currency),
    midnightOf(first),
    midnightOf(end),
  ],
});

const midnightOf = (day: string): string => `${day}T00:00:00Z`;

/** Returns a point for each span, with the sum of its rows. */
export function pointsOf(starts: readonly string[], rows: readonly Row[]) {
  const sums = new Map<string, Exact>();
  for (const { start, value } of rows)
    sums.set(String(start), new Exact(String(value)).plus(sums.get(String(start)) ?? 0));
  return starts.map((start) => ({ start, value: sums.get(start)?.toNumber() ?? 0 }));
}

/** Returns the points of each marketplace that has any, in the order of their codes, direct sales last. */
export function partsOf(starts: readonly string[], rows: readonly Row[]) {
  const partners = new Set(rows.map(({ partner }) => (partner ?? null) as string | null));
  return [...partners]
    .sort((one, other) => (one === null ? 1 : other === null ? -1 : one.localeCompare(other, 'en')))
    .map((partner) => ({
      partner,
      points: pointsOf(
        starts,
        rows.filter((row) => (row.partner ?? null) === partner),
      ),
    }));
}
