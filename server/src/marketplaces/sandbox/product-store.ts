import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto, selectList } from '../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';
import type { MarketplacePartner } from '../partners.ts';
import type { ProductSpec } from '../specifications.ts';
import type { SandboxProductState } from './states.ts';

/** The row of a product's listing at the sandbox. */
export type SandboxProduct = RowOf<
  'sandbox_product',
  (typeof own)[number],
  { partner: MarketplacePartner; state: SandboxProductState }
>;

/** `spec` is a ProductSpec as JSON text. */
const own = [
  'id',
  'partner',
  'creation_key',
  'state',
  'spec',
] as const satisfies readonly ColumnOf<'sandbox_product'>[];
const columns = selectList<'sandbox_product'>('sandbox_product', own);

const insert = insertInto(
  'sandbox_insert_product',
  'sandbox_product',
  ['organization_id', 'id', 'partner', 'creation_key', 'state', 'spec', 'creation_time', 'last_update_time'],
  { after: `ON CONFLICT (organization_id, partner, creation_key) DO NOTHING RETURNING ${columns}` },
);

/** Creates the listing, or returns the listing that an earlier call with this key created. */
export async function insertProductOnce(
  scope: OrgTransaction,
  partner: MarketplacePartner,
  spec: ProductSpec,
  state: SandboxProductState,
): Promise<{ product: SandboxProduct; created: boolean }> {
  const [made] = await scope.query<SandboxProduct>(
    insert({
      organization_id: scope.organizationId,
      id: scope.newId('sbp'),
      partner,
      creation_key: spec.key,
      state,
      spec: JSON.stringify(spec),
      creation_time: scope.now,
      last_update_time: scope.now,
    }),
  );
  if (made) return { product: made, created: true };
  return { product: (await findProductByKey(scope, partner, spec.key)) as SandboxProduct, created: false };
}

export async function findProductByKey(
  scope: OrgTransaction,
  partner: string,
  key: string,
): Promise<SandboxProduct | undefined> {
  const rows = await scope.query<SandboxProduct>({
    name: 'sandbox_product_by_key',
    text: `SELECT ${columns} FROM sandbox_product
           WHERE organization_id = $1 AND partner = $2 AND creation_key = $3`,
    values: [scope.organizationId, partner, key],
  });
  return rows[0];
}

export async function findProduct(scope: OrgTransaction, id: string): Promise<SandboxProduct | undefined> {
  const rows = await scope.query<SandboxProduct>({
    name: 'sandbox_product',
    text: `SELECT ${columns} FROM sandbox_product WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

export async function lockProduct(scope: OrgTransaction, id: string): Promise<SandboxProduct | undefined> {
  const rows = await scope.query<SandboxProduct>({
    name: 'sandbox_lock_product',
    text: `SELECT ${columns} FROM sandbox_product WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

/** Lists listings at a marketplace that changed since a time, in id order, after a given id. */
export const listSandboxProducts = (
  scope: OrgTransaction,
  partner: string,
  { after, since, most }: { after: string; since: string | null; most: number },
): Promise<SandboxProduct[]> =>
  scope.query<SandboxProduct>({
    name: 'sandbox_products',
    text: `SELECT ${columns} FROM sandbox_product
           WHERE organization_id = $1 AND partner = $2 AND id > $3
             AND ($4::timestamptz IS NULL OR last_update_time >= $4) ORDER BY id LIMIT $5`,
    values: [scope.organizationId, partner, after, since, most],
  });

export const setProductState = (scope: OrgTransaction, id: string, state: SandboxProductState) =>
  scope.query({
    name: 'sandbox_set_product_state',
    text: `UPDATE sandbox_product SET state = $3, last_update_time = $4 WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id, state, scope.now],
  });

export const setProductSpec = (scope: OrgTransaction, id: string, spec: ProductSpec) =>
  scope.query({
    name: 'sandbox_set_product_spec',
    text: `UPDATE sandbox_product SET spec = $3, last_update_time = $4 WHERE organization_id = $1 AND id = $2`,
    values: [scope.organizationId, id, JSON.stringify(spec), scope.now],
  });
