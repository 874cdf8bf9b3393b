/**
 * Final balances, as sums of the rows of invoices, transactions, the provider’s ledger and the marketplaces’
 * ledgers.
 */
import { expect } from 'vitest';

/** Queries rows of an organization; `$1` is its id. */
type Rows = (text: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>;

const ofInvoice = (
  type: string,
  states = `'SUCCESS'`,
) => `coalesce((SELECT sum(t.amount) FROM payment_transaction t
  WHERE t.organization_id = $1 AND t.invoice_id = i.id AND t.type = '${type}' AND t.status IN (${states})), 0)`;

/**
 * Requires that payments, credit and open amounts equal the invoices less credit notes, and that every charge
 * exists once.
 */
export async function expectPaymentsBalance(rows: Rows): Promise<void> {
  const wrong = await rows(
    `SELECT 'paid' AS what, i.id FROM invoice i WHERE i.organization_id = $1 AND i.paid_amount <> ${ofInvoice('CHARGE')}
     UNION ALL
     SELECT 'refunded', i.id FROM invoice i WHERE i.organization_id = $1 AND i.refunded_amount <> ${ofInvoice('REFUND')}
     UNION ALL
     SELECT 'credited', i.id FROM invoice i WHERE i.organization_id = $1 AND i.credited_amount <> coalesce(
       (SELECT sum(n.amount) FROM credit_note n WHERE n.organization_id = $1 AND n.invoice_id = i.id), 0)
     UNION ALL
     SELECT 'charged more than it comes to', i.id FROM invoice i
     WHERE i.organization_id = $1 AND ${ofInvoice('CHARGE', `'SUCCESS', 'PENDING', 'PROCESSING'`)} > i.due_amount
     UNION ALL
     SELECT 'kept more than is owed', i.id FROM invoice i WHERE i.organization_id = $1
       AND i.paid_amount - i.refunded_amount > i.due_amount - i.credited_amount
     UNION ALL
     SELECT 'paid, and not said so', i.id FROM invoice i WHERE i.organization_id = $1 AND i.status = 'FINALIZED'
       AND (i.payment_status = 'SUCCESS') <> (i.paid_amount >= i.due_amount - i.credited_amount)
     UNION ALL
     SELECT 'paid, and not issued', i.id FROM invoice i
     WHERE i.organization_id = $1 AND i.status <> 'FINALIZED' AND i.paid_amount <> 0
     UNION ALL
     SELECT 'use of credit', w.id FROM wallet w WHERE w.organization_id = $1 AND w.type = 'credit' AND w.used_amount <> coalesce(
       (SELECT sum(CASE t.type WHEN 'CHARGE' THEN t.amount ELSE -t.amount END) FROM payment_transaction t
        WHERE t.organization_id = $1 AND t.wallet_id = w.id AND t.status = 'SUCCESS'), 0)
     UNION ALL
     SELECT 'the provider has it otherwise', coalesce(t.id, p.key) FROM (SELECT * FROM payment_transaction
       WHERE organization_id = $1 AND partner IS NOT NULL) t
     FULL JOIN (SELECT * FROM sandbox_payment WHERE organization_id = $1) p ON p.key = t.id
     WHERE (t.amount, t.currency, t.type, t.external_id) IS DISTINCT FROM (p.amount, p.currency, p.kind, p.id)
       OR t.status IS DISTINCT FROM CASE p.state WHEN 'succeeded' THEN 'SUCCESS' WHEN 'failed' THEN 'FAILED' ELSE 'PROCESSING' END`,
  );
  expect(wrong).toEqual([]);
}

/** Requires that the amounts of direct sales equal the sums of their invoices. */
export async function expectDirectAmounts(rows: Rows): Promise<number> {
  const sold = await rows(
    `SELECT e.id, e.info ->> 'grossAmount' AS gross, e.info ->> 'invoicedAmount' AS invoiced, e.info ->> 'disbursedAmount' AS disbursed,
       trim_scale(sum(i.due_amount - i.credited_amount))::text AS charged, trim_scale(sum(i.paid_amount - i.refunded_amount))::text AS kept
     FROM entitlement e JOIN invoice i ON i.organization_id = e.organization_id AND i.entitlement_id = e.id
     WHERE e.organization_id = $1 AND i.status = 'FINALIZED' AND i.tax_amount = 0 GROUP BY e.organization_id, e.id`,
  );
  for (const { id, gross, invoiced, disbursed, charged, kept } of sold)
    expect([id, gross, invoiced, disbursed].map(String)).toEqual([id, charged, charged, kept].map(String));
  return sold.length;
}

const sums = (net: string, invoiced: string, collectable: string, disbursed: string) =>
  `trim_scale(coalesce(sum(${net}), 0))::text AS gross, trim_scale(coalesce(sum(${invoiced}), 0))::text AS invoiced,
   trim_scale(coalesce(sum(${collectable}), 0))::text AS collectable, trim_scale(coalesce(sum(${disbursed}), 0))::text AS disbursed`;

/**
 * Requires that records, days, payouts and entitlements match the sales and payouts in the sandbox’s ledger.
 * Returns the sums.
 */
export async function expectPayoutsBalance(rows: Rows, partner: string): Promise<Record<string, unknown>[]> {
  const book = await rows(
    `SELECT e.id, ${sums('s.gross', 's.gross', 's.gross - s.fee', 'CASE WHEN s.payout_id IS NULL THEN 0 ELSE s.gross - s.fee + s.tax END')}
     FROM entitlement e LEFT JOIN sandbox_sale s ON s.organization_id = e.organization_id AND s.agreement_id = e.external_id
     WHERE e.organization_id = $1 AND e.partner = $2 GROUP BY e.id ORDER BY e.id`,
    partner,
  );
  const recorded = await rows(
    `SELECT e.id, ${sums('r.amount', 'r.invoice_amount - r.refund_invoice_amount', 'r.collectable_amount', 'r.disburse_amount - r.refund_disburse_amount')}
     FROM entitlement e LEFT JOIN revenue_record r ON r.organization_id = e.organization_id AND r.entitlement_id = e.id
     WHERE e.organization_id = $1 AND e.partner = $2 GROUP BY e.id ORDER BY e.id`,
    partner,
  );
  expect(recorded).toEqual(book);
  const shown = await rows(
    `SELECT id, coalesce(info ->> 'grossAmount', '0') AS gross, coalesce(info ->> 'invoicedAmount', '0') AS invoiced,
       coalesce(info ->> 'collectableAmount', '0') AS collectable, coalesce(info ->> 'disbursedAmount', '0') AS disbursed
     FROM entitlement WHERE organization_id = $1 AND partner = $2 ORDER BY id`,
    partner,
  );
  expect(shown).toEqual(book);
  // A line of an unknown agreement is billed but never paid out.
  const [whole] = await rows(
    `SELECT ${sums('gross', 'gross', 'gross - fee', 'CASE WHEN payout_id IS NULL THEN 0 ELSE gross - fee + tax END')}
     FROM sandbox_sale WHERE organization_id = $1 AND partner = $2`,
    partner,
  );
  const payouts = await rows(
    `SELECT trim_scale(coalesce(sum(disburse_amount), 0))::text AS paid, count(DISTINCT payout_id)::int AS payouts, count(*)::int AS events
     FROM revenue_payout WHERE organization_id = $1 AND partner = $2`,
    partner,
  );
  const [announced] = await rows(
    `SELECT count(*)::int AS events, count(DISTINCT entity_id)::int AS distinct_events FROM event
     WHERE organization_id = $1 AND entity_type = 'REVENUE_RECORD' AND action = 'DISBURSE' AND payload::jsonb ->> 'partner' = $2`,
    partner,
  );
  expect(payouts[0]?.paid).toBe(whole?.disbursed);
  expect(announced).toEqual({ events: payouts[0]?.events, distinct_events: payouts[0]?.events });
  return [{ ...whole, payouts: payouts[0]?.payouts }];
}
