import { fileErrors } from '../files/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { productErrors } from '../products/index.ts';

/** Requires that products are there; one that was deleted is not. @throws 404 */
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
    throw productErrors.product_not_found(`${pointer}: there is no product ${missing}`);
}

/** Locks a file so that it stays until the end of the transaction. @throws 404 */
export async function lockFileForReference(scope: OrgTransaction, id: string): Promise<void> {
  const rows = await scope.query({
    name: 'hold_file',
    text: `SELECT id FROM stored_file WHERE organization_id = $1 AND id = $2 AND status = 'STORED'
             AND purpose <> 'ATTACHED' FOR SHARE`,
    values: [scope.organizationId, id],
  });
  if (rows.length === 0) throw fileErrors.file_not_found(`/fileId: there is no file ${id}`);
}
