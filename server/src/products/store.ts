import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Statement } from '../platform/database/statement.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import { encodeProduct, type ProductRow, productColumnList } from './columns.ts';
import { requireProductMove } from './states.ts';

/**
 * Selects a product by id, except deleted products. Only the list includes deleted products, if requested by
 * status.
 */
export const selectProduct = (scope: OrgScope, id: string): Statement => ({
  name: 'select_product',
  text: `SELECT ${productColumnList} FROM product p
         WHERE p.organization_id = $1 AND p.id = $2 AND p.status <> 'DELETED'`,
  values: [scope.organizationId, id],
});

export async function findProduct(scope: OrgTransaction, id: string): Promise<ProductRow | undefined> {
  return (await scope.query<ProductRow>(selectProduct(scope, id)))[0];
}

/** Finds the product of a listing, by the marketplace's id. */
export async function findListing(
  scope: OrgTransaction,
  partner: string,
  externalId: string,
): Promise<ProductRow | undefined> {
  const rows = await scope.query<ProductRow>({
    name: 'find_listing',
    text: `SELECT ${productColumnList} FROM product p
           WHERE p.organization_id = $1 AND p.partner = $2 AND p.external_id = $3 AND p.status <> 'DELETED'
           ORDER BY p.creation_time, p.id LIMIT 1`,
    values: [scope.organizationId, partner, externalId],
  });
  return rows[0];
}

/** Locks a product until the end of the transaction. */
export async function lockProduct(scope: OrgTransaction, id: string): Promise<ProductRow | undefined> {
  const { text, values } = selectProduct(scope, id);
  const locked = await scope.query<ProductRow>({ name: 'lock_product', text: `${text} FOR UPDATE`, values });
  return locked[0];
}

/**
 * Locks the product of a listing, even if the product is deleted: by the product id, if the listing contains it, or by
 * the marketplace's id.
 */
export async function lockListing(
  scope: OrgTransaction,
  partner: string,
  listing: { key: string | undefined; externalId: string },
): Promise<ProductRow | undefined> {
  const found = await scope.query<ProductRow>({
    name: 'lock_listing',
    text: `SELECT ${productColumnList} FROM product p
           WHERE p.organization_id = $1 AND p.partner = $2 AND (p.id = $3 OR p.external_id = $4) FOR UPDATE`,
    values: [scope.organizationId, partner, listing.key ?? null, listing.externalId],
  });
  return found[0];
}

/** Selects the metering dimensions of a product, as JSON text. */
export const selectDimensions = (scope: OrgScope, id: string): Statement => ({
  name: 'select_product_dimensions',
  text: `SELECT p.info -> 'dimensions' AS dimensions FROM product p
         WHERE p.organization_id = $1 AND p.id = $2 AND p.status <> 'DELETED'`,
  values: [scope.organizationId, id],
});

const insert = defineStatement(
  'insert_product',
  {
    product: columns('product', [
      'organization_id',
      'id',
      'name',
      'partner',
      'partner_id',
      'service',
      'product_type',
      'external_id',
      'fulfillment_url',
      'status',
      'info',
      'meta_info',
      'created_by',
      'creation_time',
    ]),
  },
  ({ product: { at, ...product } }) =>
    `${product.insert({ last_updated_by: at.created_by, last_update_time: at.creation_time }, 'p')}
     RETURNING ${productColumnList}`,
);

const events = createEntityEvents<ProductRow>('PRODUCT', encodeProduct);

/** Writes a new product and its event. */
export async function insertProduct(scope: OrgTransaction, product: ProductRow): Promise<ProductRow> {
  const [row] = await scope.query<ProductRow>(
    insert({ product: { ...product, organization_id: scope.organizationId, creation_time: scope.now } }),
  );
  const inserted = row as ProductRow;
  await scope.query(events.record(scope, 'CREATE', { ...inserted, sequence: 1 }));
  return inserted;
}

/**
 * Finds the products of some listings by the marketplace's ids, or by their own ids; includes deleted products,
 * so that their listings are not treated as unknown listings.
 */
export const findProductsOf = (
  scope: OrgTransaction,
  partner: string,
  { ids, externalIds }: { ids: readonly string[]; externalIds: readonly string[] },
): Promise<ProductRow[]> =>
  scope.query<ProductRow>({
    name: 'find_products_of_listings',
    text: `SELECT ${productColumnList} FROM product p
           WHERE p.organization_id = $1 AND p.partner = $2 AND p.external_id = ANY ($3::text[])
           UNION
           SELECT ${productColumnList} FROM product p
           WHERE p.organization_id = $1 AND p.partner = $2 AND p.id = ANY ($4::text[])`,
    values: [scope.organizationId, partner, externalIds, ids],
  });

const insertMany = defineStatement(
  'insert_products_of_the_past',
  {
    scope: columns('product', ['organization_id', 'partner', 'created_by', 'creation_time']),
    products: rows('product', [
      'id',
      'name',
      'service',
      'product_type',
      'external_id',
      'fulfillment_url',
      'status',
      'info',
      'meta_info',
    ]),
  },
  ({ scope: { at }, products }) =>
    `${products.insert('n', {
      ...at,
      last_updated_by: at.created_by,
      last_update_time: at.creation_time,
      sequence: '0',
    })} FROM ${products.unnest('n')}
     ON CONFLICT DO NOTHING RETURNING external_id`,
);

/**
 * Inserts products for unknown listings, without an event for each.
 * @returns the number of inserted products
 */
export async function insertProductsOfPast(
  scope: OrgTransaction,
  partner: string,
  products: readonly ProductRow[],
): Promise<number> {
  if (products.length === 0) return 0;
  const made = await scope.query(
    insertMany({
      scope: {
        organization_id: scope.organizationId,
        partner,
        created_by: scope.actor.id,
        creation_time: scope.now,
      },
      products,
    }),
  );
  return made.length;
}

/** The columns of a product that change; author and time follow from the scope. */
export type ProductChange = Partial<
  Omit<
    ProductRow,
    'organization_id' | 'id' | 'created_by' | 'last_updated_by' | 'creation_time' | 'last_update_time'
  >
>;

const update = defineStatement(
  'change_product',
  {
    key: columns('product', ['organization_id', 'id']),
    product: columns('product', [
      'name',
      'partner',
      'partner_id',
      'service',
      'product_type',
      'external_id',
      'fulfillment_url',
      'status',
      'info',
      'meta_info',
      'last_updated_by',
      'last_update_time',
    ]),
  },
  ({ key, product }) => `UPDATE product p SET ${product.set}, sequence = p.sequence + 1
    WHERE ${key.equals('p')} RETURNING ${productColumnList}, p.sequence`,
);

/** Changes a locked product, and records the event. Every change of a product goes through this function. */
export async function changeProduct(
  scope: OrgTransaction,
  product: ProductRow,
  change: ProductChange,
  action = 'UPDATE',
): Promise<ProductRow> {
  requireProductMove(product, change.status);
  const [row] = await scope.query<ProductRow & RowOf<'product', 'sequence'>>(
    update({
      key: { organization_id: scope.organizationId, id: product.id },
      product: { ...product, ...change, last_updated_by: scope.actor.id, last_update_time: scope.now },
    }),
  );
  if (!row) throw new Error(`product ${product.id} does not exist`);
  await scope.query(events.record(scope, action, row, product));
  return row;
}
