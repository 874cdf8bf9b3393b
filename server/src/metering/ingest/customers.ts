import type { OrgScope } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import type { Customer } from './shape.ts';

type SaleRow = RowOf<'entitlement', 'id' | 'product_id' | 'start_time' | 'end_time'> &
  RowOf<'buyer', 'customer_id'>;

export const customersIn = (customers: readonly (Customer | undefined)[]): string[] => [
  ...new Set(customers.flatMap((customer) => (customer ? [customer.customerId] : []))),
];

/** Selects the entitlements of buyers by customer id, which is the seller’s own id for a buyer. */
export const selectSales = (scope: OrgScope, customerIds: readonly string[]): Statement => ({
  name: 'select_entitlements_of_customers',
  text: `SELECT b.customer_id, e.id, e.product_id, e.start_time, e.end_time
         FROM buyer b JOIN entitlement e ON e.organization_id = b.organization_id AND e.buyer_id = b.id
         WHERE b.organization_id = $1 AND b.customer_id = ANY ($2::text[]) AND b.status <> 'DELETED'
           AND e.status IN ('ACTIVE', 'PENDING_CANCEL', 'CANCELLED')`,
  values: [scope.organizationId, customerIds],
});

/**
 * Finds the entitlement of a customer, and of a product if given, that was active at a time. Fails if several
 * entitlements match.
 */
export function toEntitlement(
  rows: readonly Row[],
  { customerId, productId }: Customer,
  at: number,
): { id: string } | { reason: string } {
  const found = (rows as SaleRow[]).filter(
    ({ customer_id: customer, product_id: product, start_time: start, end_time: end }) =>
      customer === customerId &&
      (productId === undefined || product === productId) &&
      (start === null || Date.parse(start) <= at) &&
      (end === null || at < Date.parse(end)),
  );
  const [first, second] = found;
  if (first && !second) return { id: first.id };
  return {
    reason: first
      ? 'has several entitlements at that time: give entitlementID or productID'
      : 'has no entitlement at that time',
  };
}
