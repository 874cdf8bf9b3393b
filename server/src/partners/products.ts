import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { productErrors } from '../products/index.ts';

/**
 * Requires that products exist and are not deleted.
 * @throws 404 for any other product
 */
export async function requireProducts(
  scope: OrgTransaction,
  ids: readonly string[],
  pointer = '/productIds',
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await scope.query<RowOf<'product', 'id'>>({
    name: 'find_products_of_partners',
    text: `SELECT id FROM product WHERE organization_id = $1 AND id = ANY ($2) AND status <> 'DELETED'`,
    values: [scope.organizationId, ids],
  });
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined)
    throw productErrors.product_not_found(`${pointer}: product ${missing} not found`);
}
