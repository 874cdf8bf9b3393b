import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { encodeProduct, productColumnList } from './columns.ts';
import type { ProductStatus } from './states.ts';

/** A product as the database has it: times as RFC 3339 text, `info` and `meta_info` as JSON text. */
export type ProductRow = {
  organization_id: string;
  id: string;
  name: string | null;
  /** None for a direct product. */
  partner: string | null;
  partner_id: string | null;
  service: string | null;
  product_type: string | null;
  external_id: string | null;
  fulfillment_url: string | null;
  status: ProductStatus;
  info: string;
  meta_info: string;
  created_by: string | null;
  last_updated_by: string | null;
  creation_time: string;
  last_update_time: string;
};

/** A deleted product is found by the list only, when asked for by status. */
export const selectProduct = (scope: OrgScope, id: string): Statement => ({
  name: 'select_product',
  text: `SELECT ${productColumnList} FROM product p
         WHERE p.organization_id = $1 AND p.id = $2 AND p.status <> 'DELETED'`,
  values: [scope.organizationId, id],
});

export async function findProduct(scope: OrgTransaction, id: string): Promise<ProductRow | undefined> {
  return (await scope.query<ProductRow>(selectProduct(scope, id)))[0];
}

/** The product, locked until the end of the transaction. */
export async function lockProduct(scope: OrgTransaction, id: string): Promise<ProductRow | undefined> {
  const { text, values } = selectProduct(scope, id);
  const rows = await scope.query<ProductRow>({ name: 'lock_product', text: `${text} FOR UPDATE`, values });
  return rows[0];
}

/** The product of a listing, also a deleted one, locked: by our own id where the listing names it. */
export async function lockListing(
  scope: OrgTransaction,
  partner: string,
  listing: { key: string | undefined; externalId: string },
): Promise<ProductRow | undefined> {
  const rows = await scope.query<ProductRow>({
    name: 'lock_listing',
    text: `SELECT ${productColumnList} FROM product p
           WHERE p.organization_id = $1 AND p.partner = $2 AND (p.id = $3 OR p.external_id = $4) FOR UPDATE`,
    values: [scope.organizationId, partner, listing.key ?? null, listing.externalId],
  });
  return rows[0];
}

/** JSON text of the metered dimensions of a product. */
export const selectDimensions = (scope: OrgScope, id: string): Statement => ({
  name: 'select_product_dimensions',
  text: `SELECT p.info -> 'dimensions' AS dimensions FROM product p
         WHERE p.organization_id = $1 AND p.id = $2 AND p.status <> 'DELETED'`,
  values: [scope.organizationId, id],
});

/** Writes a new product and the event that tells of it. */
export async function insertProduct(scope: OrgTransaction, product: ProductRow): Promise<ProductRow> {
  const [row] = await scope.query<ProductRow>({
    name: 'insert_product',
    text: `INSERT INTO product AS p (organization_id, id, name, partner, partner_id, service, product_type,
             external_id, fulfillment_url, status, info, meta_info, created_by, last_updated_by, creation_time,
             last_update_time)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $14)
           RETURNING ${productColumnList}`,
    values: [
      ...[scope.organizationId, product.id, product.name, product.partner, product.partner_id],
      ...[product.service, product.product_type, product.external_id, product.fulfillment_url],
      ...[product.status, product.info, product.meta_info, product.created_by, scope.now],
    ],
  });
  const payload = encodeProduct(row as ProductRow);
  await scope.query(
    recordEvent(scope, {
      entityType: 'PRODUCT',
      entityId: product.id,
      sequence: 1,
      action: 'CREATE',
      payload,
    }),
  );
  return row as ProductRow;
}

/** What of a product changes; the rest follows from who changes it and when. */
export type ProductChange = Partial<
  Omit<
    ProductRow,
    'organization_id' | 'id' | 'created_by' | 'last_updated_by' | 'creation_time' | 'last_update_time'
  >
>;

/** Writes what changed of a product that the transaction has locked, and the event of the change. */
export async function changeProduct(
  scope: OrgTransaction,
  product: ProductRow,
  change: ProductChange,
  action = 'UPDATE',
): Promise<ProductRow> {
  const changed = { ...product, ...change };
  const [row] = await scope.query<ProductRow & { sequence: number }>({
    name: 'change_product',
    text: `UPDATE product p SET name = $3, partner = $4, partner_id = $5, service = $6, product_type = $7,
             external_id = $8, fulfillment_url = $9, status = $10, info = $11, meta_info = $12,
             last_updated_by = $13, last_update_time = $14, sequence = p.sequence + 1
           WHERE p.organization_id = $1 AND p.id = $2 RETURNING ${productColumnList}, p.sequence`,
    values: [
      ...[scope.organizationId, product.id, changed.name, changed.partner, changed.partner_id],
      ...[changed.service, changed.product_type, changed.external_id, changed.fulfillment_url],
      ...[changed.status, changed.info, changed.meta_info, scope.actor.id, scope.now],
    ],
  });
  if (!row) throw new Error(`product ${product.id} is not there`);
  await scope.query(
    recordEvent(scope, {
      entityType: 'PRODUCT',
      entityId: product.id,
      sequence: row.sequence,
      action,
      payload: encodeProduct(row),
      before: encodeProduct(product),
    }),
  );
  return row;
}
