import type { OrgScope } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { digitsIn } from '../platform/money-and-time/coins.ts';
import { Exact } from '../platform/money-and-time/exact.ts';

/**
 * Splits the commits of current terms over calendar years, by currency. Each term is split by UTC days, from its first
 * day up to the day of its end, so that the years of a term add up to its commit: the amount of a year is the rounded
 * share until the end of the year, less the rounded share until its beginning. The statement reads one term of each
 * entitlement in force, by its key: the limit prevents a join with all terms.
 */
export const selectContractValue = (scope: OrgScope): Statement => ({
  name: 'contract_value_by_year',
  text: `WITH term AS (
           SELECT e.info ->> 'currency' AS currency, t.commit_amount AS amount, d.first, d.after,
             greatest(d.after - d.first, 1) AS days
           FROM entitlement e
           CROSS JOIN LATERAL (
             SELECT t.commit_amount, t.start_time, t.end_time FROM entitlement_term t
             WHERE t.organization_id = $1 AND t.entitlement_id = e.id AND t.id = e.entitlement_term_id LIMIT 1) t
           CROSS JOIN LATERAL (SELECT (t.start_time AT TIME ZONE 'UTC')::date AS first,
             (t.end_time AT TIME ZONE 'UTC')::date AS after) d
           WHERE e.organization_id = $1 AND e.status IN ('ACTIVE', 'PENDING_CANCEL')
             AND e.info ->> 'currency' IS NOT NULL AND t.commit_amount > 0 AND t.end_time > t.start_time)
         SELECT x.currency, y.year::integer AS year, count(*) FILTER (WHERE y.year = x.first_year)::integer AS begun,
           trim_scale(sum(round(x.amount * least(x.days, y.next - x.first) / x.days, x.digits)
             - round(x.amount * greatest(0, y.start - x.first) / x.days, x.digits))) AS amount
         FROM (SELECT t.currency, t.amount, t.first, t.days, extract(year FROM t.first)::integer AS first_year,
                 extract(year FROM t.first + t.days - 1)::integer AS last_year, ${digitsIn('t.currency')} AS digits
               FROM term t) x
         CROSS JOIN LATERAL (
           SELECT n AS year, make_date(n, 1, 1) AS start, make_date(n + 1, 1, 1) AS next
           FROM generate_series(x.first_year, x.last_year) n) y
         GROUP BY x.currency, y.year ORDER BY x.currency, y.year`,
  values: [scope.organizationId],
});

/** Returns the contract value of each currency, in total and by year. */
export function contractValueOf(rows: readonly Row[]) {
  const currencies = [...new Set(rows.map(({ currency }) => String(currency)))];
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    return {
      currency,
      count: own.reduce((sum, { begun }) => sum + Number(begun), 0),
      amount: own.reduce((sum, { amount }) => sum.plus(String(amount)), new Exact(0)).toNumber(),
      years: own.map(({ year, amount }) => ({ year: Number(year), amount: Number(amount) })),
    };
  });
}
