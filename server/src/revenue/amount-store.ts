import type { RevenueAmounts } from '../entitlements/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';

/**
 * Reads the amounts of an entitlement in a currency, after refunds. If no line has a gross amount, for example because
 * a payout was reported before its invoice, the gross amount is the charge in the organization's records.
 */
export async function readAmounts(
  scope: OrgTransaction,
  entitlementId: string,
  currency: string,
): Promise<Partial<RevenueAmounts>> {
  const [row] = await scope.query<RevenueAmounts & { isShown: boolean }>({
    name: 'read_revenue_amounts',
    text: `SELECT trim_scale(coalesce(sum(r.amount), 0)) AS "grossAmount",
             trim_scale(coalesce(sum(r.invoice_amount - r.refund_invoice_amount), 0)) AS "invoicedAmount",
             trim_scale(coalesce(sum(r.collectable_amount), 0)) AS "collectableAmount",
             trim_scale(coalesce(sum(r.disburse_amount - r.refund_disburse_amount), 0)) AS "disbursedAmount",
             ${isShown} AS "isShown"
           FROM revenue_record r
           WHERE r.organization_id = $1 AND r.entitlement_id = $2 AND r.currency = $3`,
    values: [scope.organizationId, entitlementId, currency],
  });
  const { isShown: shown, grossAmount, ...others } = row as RevenueAmounts & { isShown: boolean };
  return { ...(shown ? { grossAmount } : {}), ...others };
}

/** An SQL condition: the marketplace's feed contains the sale of an entitlement ($2). */
export const isShown = `EXISTS (SELECT FROM revenue_detail d
  WHERE d.organization_id = $1 AND d.entitlement_id = $2 AND d.is_current AND d.gross IS NOT NULL)`;
