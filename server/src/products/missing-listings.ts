import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { changeProduct, lockProduct } from './store.ts';

type Held = { id: string; externalId: string };

/** Reads products that a marketplace is to list, in the order of their ids. */
export async function heldListings(
  scope: OrgTransaction,
  partner: string,
  { after, before, most }: { after: string; before: Date; most: number },
): Promise<Held[]> {
  const rows = await scope.query<RowOf<'product', 'id'> & { external_id: string }>({
    name: 'products_to_be_listed',
    text: `SELECT p.id, p.external_id FROM product p
           WHERE p.organization_id = $1 AND p.id > $3 AND p.partner = $2 AND p.external_id IS NOT NULL
             AND p.creation_time < $4 AND p.status IN ('PUBLIC', 'RESTRICTED')
           ORDER BY p.id LIMIT $5`,
    values: [scope.organizationId, partner, after, before, most],
  });
  return rows.map(({ id, external_id: externalId }) => ({ id, externalId }));
}

/** Records that the marketplace of a product does not have its listing any more. */
export async function alertOfMissingListing(scope: OrgTransaction, { id }: Held): Promise<void> {
  const product = await lockProduct(scope, id);
  if (product && ['PUBLIC', 'RESTRICTED'].includes(product.status))
    await changeProduct(scope, product, {}, 'ABNORMAL_ALERT');
}
