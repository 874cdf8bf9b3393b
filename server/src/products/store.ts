import type { OrgScope, OrgTransaction } from '../platform/scope.ts';
import type { Statement } from '../platform/statement.ts';

export type ProductRow = {
  id: string;
  partner: string;
  partner_id: string | null;
  service: string | null;
  external_id: string | null;
  name: string | null;
  product_type: string | null;
  status: string;
  /** JSON text. */
  info: string;
  meta_info: string;
};

export async function findProduct(scope: OrgTransaction, id: string): Promise<ProductRow | undefined> {
  const rows = await scope.query<ProductRow>({
    name: 'find_product',
    text: `SELECT id, partner, partner_id, service, external_id, name, product_type, status, info, meta_info
           FROM product WHERE organization_id = $1 AND id = $2 AND status <> 'DELETED'`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

export const selectProductId = (scope: OrgScope, id: string): Statement => ({
  name: 'select_product_id',
  text: `SELECT id FROM product WHERE organization_id = $1 AND id = $2 AND status <> 'DELETED'`,
  values: [scope.organizationId, id],
});
