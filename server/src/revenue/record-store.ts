import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Slot } from './detail-store.ts';

/** A record key with the id for a new record. */
type NumberedSlot = { id: string; slot: Slot };

/**
 * Each record is the sum of its lines. The daily sums, for all products and for the record's product, change by the
 * difference. If several lines have a value for a fact, the last line counts.
 */
const renew = (scope: OrgTransaction, partner: string, slots: readonly NumberedSlot[]) => ({
  name: 'renew_revenue_records',
  text: `WITH slot AS (
      SELECT s.id, s.entitlement_id, s.day, s.currency
      FROM unnest($3::text[], $4::text[], $5::date[], $6::text[]) AS s (id, entitlement_id, day, currency)),
    summed AS (
      SELECT s.entitlement_id, s.day, s.currency,
        coalesce(sum(d.gross), 0) AS amount, coalesce(sum(d.collectable), 0) AS collectable_amount,
        coalesce(sum(d.invoiced), 0) AS invoice_amount, coalesce(sum(d.tax), 0) AS tax_amount,
        coalesce(sum(d.disbursed), 0) AS disburse_amount,
        coalesce(sum(d.refund_invoiced), 0) AS refund_invoice_amount,
        coalesce(sum(d.refund_disbursed), 0) AS refund_disburse_amount,
        max(d.invoice_date) AS invoice_date, max(d.payment_due_date) AS payment_due_date,
        max(d.disburse_date) AS disburse_date, max(d.refund_invoice_date) AS refund_invoice_date,
        max(d.refund_disburse_date) AS refund_disburse_date
      FROM slot s LEFT JOIN revenue_detail d ON d.organization_id = $1 AND d.entitlement_id = s.entitlement_id
        AND d.day = s.day AND d.currency = s.currency AND d.is_current
      GROUP BY s.entitlement_id, s.day, s.currency),
    said AS (
      SELECT s.entitlement_id, s.day, s.currency, jsonb_object_agg(fact.key, fact.value ORDER BY d.id) AS info
      FROM slot s JOIN revenue_detail d ON d.organization_id = $1 AND d.entitlement_id = s.entitlement_id
        AND d.day = s.day AND d.currency = s.currency AND d.is_current
      CROSS JOIN LATERAL jsonb_each(d.facts) fact
      GROUP BY s.entitlement_id, s.day, s.currency),
    fresh AS MATERIALIZED (
      SELECT s.id, s.entitlement_id, s.day, s.currency, e.product_id, coalesce(i.info, '{}') AS info,
        trim_scale(f.amount) AS amount, trim_scale(f.collectable_amount) AS collectable_amount,
        trim_scale(f.invoice_amount) AS invoice_amount, trim_scale(f.tax_amount) AS tax_amount,
        trim_scale(f.disburse_amount) AS disburse_amount,
        trim_scale(f.refund_invoice_amount) AS refund_invoice_amount,
        trim_scale(f.refund_disburse_amount) AS refund_disburse_amount,
        f.invoice_date, f.payment_due_date, f.disburse_date, f.refund_invoice_date, f.refund_disburse_date
      FROM slot s JOIN entitlement e ON e.organization_id = $1 AND e.id = s.entitlement_id
      JOIN summed f ON f.entitlement_id = s.entitlement_id AND f.day = s.day AND f.currency = s.currency
      LEFT JOIN said i ON i.entitlement_id = s.entitlement_id AND i.day = s.day AND i.currency = s.currency),
    old AS (
      SELECT r.entitlement_id, r.day, r.currency,
        r.amount, r.collectable_amount, r.invoice_amount, r.tax_amount, r.disburse_amount, r.refund_invoice_amount,
        r.refund_disburse_amount
      FROM slot s JOIN revenue_record r ON r.organization_id = $1 AND r.entitlement_id = s.entitlement_id AND r.day = s.day
        AND r.currency = s.currency),
    kept AS (
      INSERT INTO revenue_record (organization_id, id, entitlement_id, product_id, partner, day, currency, info,
        creation_time, last_update_time, amount, collectable_amount, invoice_amount, tax_amount, disburse_amount,
        refund_invoice_amount, refund_disburse_amount,
        invoice_date, payment_due_date, disburse_date, refund_invoice_date, refund_disburse_date)
      SELECT $1, f.id, f.entitlement_id, f.product_id, $2, f.day, f.currency, f.info, $7, $7,
        f.amount, f.collectable_amount, f.invoice_amount, f.tax_amount, f.disburse_amount, f.refund_invoice_amount,
        f.refund_disburse_amount,
        f.invoice_date, f.payment_due_date, f.disburse_date, f.refund_invoice_date, f.refund_disburse_date
      FROM fresh f
      ON CONFLICT (organization_id, entitlement_id, day, currency) DO UPDATE SET info = excluded.info,
        last_update_time = excluded.last_update_time,
        amount = excluded.amount, collectable_amount = excluded.collectable_amount,
        invoice_amount = excluded.invoice_amount, tax_amount = excluded.tax_amount,
        disburse_amount = excluded.disburse_amount, refund_invoice_amount = excluded.refund_invoice_amount,
        refund_disburse_amount = excluded.refund_disburse_amount, invoice_date = excluded.invoice_date,
        payment_due_date = excluded.payment_due_date, disburse_date = excluded.disburse_date,
        refund_invoice_date = excluded.refund_invoice_date, refund_disburse_date = excluded.refund_disburse_date),
    grown AS (
      SELECT p.product_id, f.day, f.currency,
        sum(f.amount - coalesce(o.amount, 0)) AS amount,
        sum(f.collectable_amount - coalesce(o.collectable_amount, 0)) AS collectable_amount,
        sum(f.invoice_amount - coalesce(o.invoice_amount, 0)) AS invoice_amount,
        sum(f.tax_amount - coalesce(o.tax_amount, 0)) AS tax_amount,
        sum(f.disburse_amount - coalesce(o.disburse_amount, 0)) AS disburse_amount,
        sum(f.refund_invoice_amount - coalesce(o.refund_invoice_amount, 0)) AS refund_invoice_amount,
        sum(f.refund_disburse_amount - coalesce(o.refund_disburse_amount, 0)) AS refund_disburse_amount
      FROM fresh f LEFT JOIN old o ON o.entitlement_id = f.entitlement_id AND o.day = f.day AND o.currency = f.currency
      CROSS JOIN LATERAL (SELECT '' AS product_id UNION SELECT f.product_id) p
      WHERE p.product_id IS NOT NULL
      GROUP BY p.product_id, f.day, f.currency)
    INSERT INTO revenue_daily AS t (organization_id, partner, product_id, day, currency,
      amount, collectable_amount, invoice_amount, tax_amount, disburse_amount, refund_invoice_amount,
      refund_disburse_amount)
    SELECT $1, $2, g.product_id, g.day, g.currency,
      g.amount, g.collectable_amount, g.invoice_amount, g.tax_amount, g.disburse_amount, g.refund_invoice_amount,
      g.refund_disburse_amount
    FROM grown g ORDER BY g.product_id, g.day, g.currency
    ON CONFLICT (organization_id, partner, product_id, day, currency) DO UPDATE SET
      amount = trim_scale(t.amount + excluded.amount),
      collectable_amount = trim_scale(t.collectable_amount + excluded.collectable_amount),
      invoice_amount = trim_scale(t.invoice_amount + excluded.invoice_amount),
      tax_amount = trim_scale(t.tax_amount + excluded.tax_amount),
      disburse_amount = trim_scale(t.disburse_amount + excluded.disburse_amount),
      refund_invoice_amount = trim_scale(t.refund_invoice_amount + excluded.refund_invoice_amount),
      refund_disburse_amount = trim_scale(t.refund_disburse_amount + excluded.refund_disburse_amount)`,
  values: [
    scope.organizationId,
    partner,
    slots.map(({ id }) => id),
    slots.map(({ slot }) => slot.entitlement_id),
    slots.map(({ slot }) => slot.day),
    slots.map(({ slot }) => slot.currency),
    scope.now,
  ],
});

/** Recomputes the records with these keys, and the sums of their days, from their lines. */
export async function renewRecords(
  scope: OrgTransaction,
  partner: string,
  slots: readonly Slot[],
): Promise<void> {
  const distinct = new Map(
    slots.map((slot) => [JSON.stringify([slot.entitlement_id, slot.day, slot.currency]), slot]),
  );
  if (distinct.size === 0) return;
  const numbered = [...distinct.values()].map((slot) => ({ id: scope.newId('rvr'), slot }));
  await scope.query(renew(scope, partner, numbered));
}
