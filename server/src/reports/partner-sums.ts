import type { OrgScope } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import { digitsIn } from '../platform/money-and-time/coins.ts';
import type { Days } from './days.ts';

type SelectSums = (scope: OrgScope, channelPartnerId: string, days: Days) => Statement;

/** Returns the SQL condition that the time in a column is within the range of UTC days. */
const isInRange = (column: string): string => `${column} >= $3::date AND ${column} < $4::date + 1`;

const valuesOf = (scope: OrgScope, channelPartnerId: string, { first, last }: Days) => [
  scope.organizationId,
  channelPartnerId,
  first,
  last,
];

/** Sums the deal registrations created in the range, by state and currency. */
export const selectDealSums: SelectSums = (scope, channelPartnerId, days) => ({
  name: 'sum_deals_of_channel_partner',
  text: `SELECT d.status, d.currency, count(*)::int AS count, trim_scale(sum(d.amount)) AS amount
   FROM deal_registration d
   WHERE d.organization_id = $1 AND d.channel_partner_id = $2
     AND d.creation_time >= ($3::date)::timestamp AT TIME ZONE 'UTC'
     AND d.creation_time < ($4::date + 1)::timestamp AT TIME ZONE 'UTC'
   GROUP BY d.status, d.currency ORDER BY d.status, d.currency NULLS FIRST`,
  values: valuesOf(scope, channelPartnerId, days),
});

/** Counts the offers attributed to the channel partner in the range, by state and currency. */
export const selectOfferSums: SelectSums = (scope, channelPartnerId, days) => ({
  name: 'sum_offers_of_channel_partner',
  text: `SELECT o.status, o.info ->> 'currency' AS currency, count(*)::int AS count
   FROM offer_attribution a
     JOIN offer o ON o.organization_id = a.organization_id AND o.id = a.offer_id AND o.status <> 'DELETED'
   WHERE a.organization_id = $1 AND a.channel_partner_id = $2
     AND a.creation_time >= ($3::date)::timestamp AT TIME ZONE 'UTC'
     AND a.creation_time < ($4::date + 1)::timestamp AT TIME ZONE 'UTC'
   GROUP BY 1, 2 ORDER BY 1, 2 NULLS FIRST`,
  values: valuesOf(scope, channelPartnerId, days),
});

/**
 * Sums the sales of entitlements attributed to the channel partner, by kind and currency. A sale counts on its day. The
 * partner's share is earned on the day of full payment: when the marketplace has disbursed the whole amount of an
 * entitlement's day, or an invoice is paid in full. Refunds and credits reduce the amounts in the same way. The tax in
 * a credited amount is rounded to the currency's smallest unit, as in the entitlement's revenue.
 */
export const selectSaleSums: SelectSums = (scope, channelPartnerId, days) => ({
  name: 'sum_sales_of_channel_partner',
  text: `WITH due AS (
     SELECT a.entitlement_id, a.kind, a.share, a.start_date, a.end_date,
       CASE a.kind WHEN 'RESOLD' THEN 0 ELSE a.share / 100 END AS part
     FROM entitlement_attribution a WHERE a.organization_id = $1 AND a.channel_partner_id = $2),
   sold AS (
     SELECT d.entitlement_id, d.kind, d.part, r.currency, r.day, r.amount,
       CASE WHEN r.disburse_amount - r.refund_disburse_amount >= r.collectable_amount
         THEN greatest(r.disburse_date, r.refund_disburse_date) END AS paid_day
     FROM due d JOIN revenue_record r ON r.organization_id = $1 AND r.entitlement_id = d.entitlement_id
       AND (d.start_date IS NULL OR r.day >= d.start_date) AND (d.end_date IS NULL OR r.day < d.end_date)
     UNION ALL
     SELECT d.entitlement_id, d.kind, d.part, i.currency, i.day, i.amount, CASE WHEN i.is_paid THEN coalesce((
         SELECT max((t.success_time AT TIME ZONE 'UTC')::date) FROM payment_transaction t
         WHERE t.organization_id = $1 AND t.invoice_id = i.id AND t.status = 'SUCCESS'), i.day) END AS paid_day
     FROM due d JOIN LATERAL (
       SELECT i.id, i.currency, (i.issue_date AT TIME ZONE 'UTC')::date AS day,
         i.paid_amount - i.refunded_amount >= i.due_amount - i.credited_amount AS is_paid,
         i.due_amount - i.tax_amount - i.credited_amount
           + coalesce(round(i.credited_amount * i.tax_amount / nullif(i.due_amount, 0),
               ${digitsIn('i.currency')}), 0) AS amount
       FROM invoice i
       WHERE i.organization_id = $1 AND i.entitlement_id = d.entitlement_id AND i.status = 'FINALIZED') i
       ON (d.start_date IS NULL OR i.day >= d.start_date)
         AND (d.end_date IS NULL OR i.day < d.end_date))
   SELECT s.kind, s.currency, count(DISTINCT s.entitlement_id)::int AS count,
     trim_scale(coalesce(sum(s.amount) FILTER (WHERE ${isInRange('s.day')}), 0)) AS gross,
     trim_scale(coalesce(sum(s.amount * s.part) FILTER (WHERE ${isInRange('s.day')}), 0)) AS expected,
     trim_scale(coalesce(sum(s.amount * s.part) FILTER (WHERE ${isInRange('s.paid_day')}), 0)) AS earned
   FROM sold s WHERE ${isInRange('s.day')} OR ${isInRange('s.paid_day')}
   GROUP BY s.kind, s.currency ORDER BY s.kind, s.currency`,
  values: valuesOf(scope, channelPartnerId, days),
});

/** Counts the entitlements that began in the range and are attributed to the channel partner, by kind. */
export const selectEntitlementCounts: SelectSums = (scope, channelPartnerId, days) => ({
  name: 'count_entitlements_of_channel_partner',
  text: `SELECT a.kind, e.info ->> 'currency' AS currency, count(DISTINCT e.id)::int AS count
   FROM entitlement_attribution a
     JOIN entitlement e ON e.organization_id = a.organization_id AND e.id = a.entitlement_id AND e.status <> 'DELETED'
   WHERE a.organization_id = $1 AND a.channel_partner_id = $2
     AND e.creation_time >= ($3::date)::timestamp AT TIME ZONE 'UTC'
     AND e.creation_time < ($4::date + 1)::timestamp AT TIME ZONE 'UTC'
   GROUP BY 1, 2 ORDER BY 1, 2 NULLS FIRST`,
  values: valuesOf(scope, channelPartnerId, days),
});
