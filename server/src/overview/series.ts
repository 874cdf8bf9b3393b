import type { OrgScope } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { invalid } from '../platform/errors.ts';
import { Exact } from '../platform/money-and-time/exact.ts';
import { selectRevenue, selectUsage } from './money-series.ts';
import type { SeriesMetric } from './records.ts';
import { midnightOf, nextOf, type SeriesQuery, type SpanOfDays } from './spans.ts';

/**
 * Selects the value of each span. Amounts are in one currency, which is required.
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
  return metric === 'usageAmount' ? selectUsage(span, currency) : selectRevenue(span, metric, currency);
}

/** Whether a metric is an amount of money, which has a currency and parts by marketplace. */
export const isAmount = (metric: SeriesMetric): boolean =>
  metric !== 'offersCreated' && metric !== 'entitlementsCreated';

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
