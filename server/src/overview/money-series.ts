import { marketplacePartners } from '../marketplaces/index.ts';
import type { Statement } from '../platform/database/statement.ts';
import { digitsOf } from '../platform/money-and-time/coins.ts';
import type { SeriesMetric } from './records.ts';
import { midnightOf, type SpanOfDays } from './spans.ts';

/** The FROM and WHERE clauses for the issued invoices of direct sales; `kept` is the share that was not credited. */
const issuedInvoices = `FROM invoice i
           CROSS JOIN LATERAL (SELECT 1 - coalesce(i.credited_amount / nullif(i.due_amount, 0), 0) AS kept) c
           WHERE i.organization_id = $1 AND i.status = 'FINALIZED' AND i.currency = $4
             AND i.issue_date >= $7::timestamptz AND i.issue_date < $8::timestamptz`;
const issueDay = `(i.issue_date AT TIME ZONE 'UTC')::date`;
const keptTax = 'round(i.tax_amount * c.kept, $6)';
const netAmount = `i.due_amount - i.credited_amount - ${keptTax}`;

const valuesOf = ({ organizationId, by, first, end }: SpanOfDays, currency: string) => [
  organizationId,
  first,
  end,
  currency,
  by,
  digitsOf(currency),
  midnightOf(first),
  midnightOf(end),
];

/**
 * Sums revenue by span and marketplace, from the daily sums of marketplaces and from the invoices of direct sales.
 * The invoiced amounts of marketplaces are without tax, and their refunds are separate amounts. Direct sales have no
 * marketplace. They count on the day of issue, less credit notes, which reduce the net amount and the tax in
 * proportion.
 */
export const selectRevenue = (span: SpanOfDays, metric: SeriesMetric, currency: string): Statement => ({
  name: 'sum_revenue_series',
  text: `SELECT date_trunc($5, x.day::timestamp)::date::text AS start, x.partner, trim_scale(sum(x.value)) AS value
         FROM (
           SELECT r.day, r.partner, CASE $9::text
               WHEN 'grossRevenue' THEN r.amount
               WHEN 'invoicedRevenue' THEN r.invoice_amount - r.refund_invoice_amount + r.tax_amount
               WHEN 'netInvoicedRevenue' THEN r.invoice_amount - r.refund_invoice_amount
               WHEN 'invoicedTax' THEN r.tax_amount
               ELSE r.disburse_amount - r.refund_disburse_amount END AS value
           FROM revenue_daily r
           WHERE r.organization_id = $1 AND r.product_id = '' AND r.day >= $2::date AND r.day < $3::date
             AND r.currency = $4
           UNION ALL
           SELECT ${issueDay}, NULL, CASE $9::text
               WHEN 'invoicedRevenue' THEN i.due_amount - i.credited_amount
               WHEN 'invoicedTax' THEN ${keptTax}
               WHEN 'disbursedRevenue' THEN i.paid_amount - i.refunded_amount
               ELSE ${netAmount} END
           ${issuedInvoices}) x
         GROUP BY 1, 2`,
  values: [...valuesOf(span, currency), metric],
});

/**
 * Sums charged usage by span and marketplace, without tax: the usage that marketplaces accepted, by day of use, and the
 * usage invoices of direct sales, like revenue. Included units, credits and deducted commits are not part of either
 * amount. The days of each entitlement are summed before its currency is read, so that each entitlement is read once
 * for each span.
 */
export const selectUsage = (span: SpanOfDays, currency: string): Statement => ({
  name: 'sum_usage_series',
  text: `SELECT x.start::date::text AS start, x.partner, trim_scale(sum(x.value)) AS value
         FROM (
           SELECT u.start, u.partner, u.value
           FROM (
             SELECT v.entitlement_id, v.partner, date_trunc($5, v.day::timestamp) AS start,
               sum(v.reported_amount) AS value
             FROM usage_verification v
             WHERE v.organization_id = $1 AND v.partner = ANY ($9::text[]) AND v.day >= $2::date AND v.day < $3::date
               AND v.reported_amount IS NOT NULL
             GROUP BY 1, 2, 3) u
           JOIN entitlement e ON e.organization_id = $1 AND e.id = u.entitlement_id
             AND coalesce(nullif(e.info ->> 'currency', ''), 'USD') = $4
           UNION ALL
           SELECT date_trunc($5, ${issueDay}::timestamp), NULL, ${netAmount}
           ${issuedInvoices} AND i.type = 'USAGE') x
         GROUP BY 1, 2`,
  values: [...valuesOf(span, currency), marketplacePartners],
});
