import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Statement } from '../platform/database/statement.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import { encodeProduct, type ProductRow, productColumnList } from './columns.ts';
import { requireProductMove } from './states.ts';

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

/** The product of a listing, by the marketplace's id. */
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

/** The product, locked until the end of the transaction. */
export async function lockProduct(scope: OrgTransaction, id: string): Promise<ProductRow | undefined> {
  const { text, values } = selectProduct(scope, id);
  const locked = await scope.query<ProductRow>({ name: 'lock_product', text: `${text} FOR UPDATE`, values });
  return locked[0];
}

/** The product of a listing, also a deleted one, locked: by our own id where the listing names it. */
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

/** Selects the metered dimensions of a product, as JSON text. */
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
 * The products of some listings, and of some ids of ours: those of a marketplace, deleted ones too, so that a listing is
 * found whatever became of its product.
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

/** Writes products of listings that nobody knows yet, without an event of each. Answers how many there were. */
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

/** The columns of a product that change; the rest follows from who changes it and when. */
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

/**
 * The one way by which a product changes: writes what changed of one that the transaction has locked, and the event of
 * the change.
 */
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
  if (!row) throw new Error(`product ${product.id} is not there`);
  await scope.query(events.record(scope, action, row, product));
  return row;
}
