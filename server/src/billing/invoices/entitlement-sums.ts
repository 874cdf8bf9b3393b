import type { OrgTransaction } from '../../platform/access/scope.ts';
import { digitsOf } from '../../platform/money-and-time/coins.ts';

/** What invoices of an entitlement come to: exact decimals. */
export type InvoiceSums = { sold: string; invoiced: string; paid: string };

/**
 * Sums the FINALIZED invoices of an entitlement in a currency: what was sold, without tax; what was invoiced; and what was paid,
 * less refunds. Credit notes lower the first two: of what was sold by what they are without the tax in them, which is rounded to the
 * coin.
 */
export async function sumInvoices(
  scope: OrgTransaction,
  entitlementId: string,
  currency: string,
): Promise<InvoiceSums> {
  const [row] = await scope.query<InvoiceSums>({
    name: 'sum_invoices_of_entitlement',
    text: `SELECT trim_scale(coalesce(sum(i.due_amount - i.tax_amount - i.credited_amount
               + coalesce(round(i.credited_amount * i.tax_amount / nullif(i.due_amount, 0), $4), 0)), 0)) AS sold,
             trim_scale(coalesce(sum(i.due_amount - i.credited_amount), 0)) AS invoiced,
             trim_scale(coalesce(sum(i.paid_amount - i.refunded_amount), 0)) AS paid
           FROM invoice i
           WHERE i.organization_id = $1 AND i.entitlement_id = $2 AND i.currency = $3 AND i.status = 'FINALIZED'`,
    values: [scope.organizationId, entitlementId, currency, digitsOf(currency)],
  });
  return row as InvoiceSums;
}
