import type { RevenueAmounts } from '../entitlements/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';

/** Reads what an entitlement came to in a currency: what was given back is taken off. */
export async function readAmounts(
  scope: OrgTransaction,
  entitlementId: string,
  currency: string,
): Promise<RevenueAmounts> {
  const [row] = await scope.query<RevenueAmounts>({
    name: 'read_revenue_amounts',
    text: `SELECT trim_scale(coalesce(sum(r.amount), 0)) AS "grossAmount",
             trim_scale(coalesce(sum(r.invoice_amount - r.refund_invoice_amount), 0)) AS "invoicedAmount",
             trim_scale(coalesce(sum(r.collectable_amount), 0)) AS "collectableAmount",
             trim_scale(coalesce(sum(r.disburse_amount - r.refund_disburse_amount), 0)) AS "disbursedAmount"
           FROM revenue_record r
           WHERE r.organization_id = $1 AND r.entitlement_id = $2 AND r.currency = $3`,
    values: [scope.organizationId, entitlementId, currency],
  });
  return row as RevenueAmounts;
}
