import {
  type Difference,
  type ImportResult,
  observeJob,
  type ProductSnapshot,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import type { ProductRow } from './columns.ts';
import { productOf, shownChange } from './observe.ts';
import { isNowhere } from './states.ts';
import { changeProduct, findProductsOf, insertProductsOfPast, lockProduct } from './store.ts';

/** Inserts products for the unknown listings of a page, without an event for each. */
export async function importListings(
  scope: OrgTransaction,
  partner: string,
  page: readonly ProductSnapshot[],
): Promise<ImportResult> {
  const listed = page.filter(({ status }) => status !== 'PENDING_CREATE');
  const known = await findKnown(scope, partner, listed);
  const unknown = listed.filter((snapshot) => !known.of(snapshot));
  const products = unknown.map((snapshot) => productOf(scope, partner, snapshot));
  const made = await insertProductsOfPast(scope, partner, products);
  return { made, differences: differencesOf(scope, partner, listed.filter(known.of), known) };
}

/** Compares the listings of a page with their products; unknown listings count as differences. */
export async function compareListings(
  scope: OrgTransaction,
  partner: string,
  page: readonly ProductSnapshot[],
): Promise<Difference[]> {
  const listed = page.filter(({ status }) => status !== 'PENDING_CREATE');
  return differencesOf(scope, partner, listed, await findKnown(scope, partner, listed));
}

type ProductLookup = { of: (snapshot: ProductSnapshot) => ProductRow | undefined };

async function findKnown(
  scope: OrgTransaction,
  partner: string,
  listed: readonly ProductSnapshot[],
): Promise<ProductLookup> {
  const ids = listed.flatMap(({ key }) => key ?? []);
  const externalIds = listed.map(({ externalId }) => externalId);
  const rows = await findProductsOf(scope, partner, { ids, externalIds });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byExternalId = new Map(rows.map((row) => [row.external_id, row]));
  return { of: ({ key, externalId }) => byId.get(key ?? '') ?? byExternalId.get(externalId) };
}

/** Lists the differences. A deleted product stays deleted, so it is not listed as different or unknown. */
const differencesOf = (
  scope: OrgTransaction,
  partner: string,
  listed: readonly ProductSnapshot[],
  known: ProductLookup,
): Difference[] =>
  listed.flatMap((snapshot) => {
    const product = known.of(snapshot);
    if (product && (product.status === 'DELETED' || isNowhere(product.status))) return [];
    const change = product && shownChange(scope, product, snapshot);
    if (change?.isSame) return [];
    const { externalId } = snapshot;
    return [
      {
        externalId,
        listed: snapshot,
        held: product && { status: product.status, name: product.name, info: change?.info },
        reconcile: (other) =>
          enqueue(other, observeJob, { partner, kind: 'PRODUCT', externalId, adopt: product === undefined }),
      },
    ];
  });

type ListingReference = { id: string; externalId: string };

/** Reads products that should have a listing at a marketplace, in the order of their ids. */
export async function heldListings(
  scope: OrgTransaction,
  partner: string,
  { after, before, most }: { after: string; before: Date; most: number },
): Promise<ListingReference[]> {
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

/** Alerts that the listing of a product is missing from its marketplace. */
export async function alertOfMissingListing(scope: OrgTransaction, { id }: ListingReference): Promise<void> {
  const product = await lockProduct(scope, id);
  if (product && ['PUBLIC', 'RESTRICTED'].includes(product.status))
    await changeProduct(scope, product, {}, 'ABNORMAL_ALERT');
}
