import { type Difference, type Imported, observeJob, type ProductSnapshot } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import type { ProductRow } from './columns.ts';
import { productOf, shownChange } from './observe.ts';
import { isNowhere } from './states.ts';
import { findProductsOf, insertProductsOfPast } from './store.ts';

/** Makes products of the listings on a page that nobody knows, without an event of each. */
export async function importListings(
  scope: OrgTransaction,
  partner: string,
  page: readonly ProductSnapshot[],
): Promise<Imported> {
  const listed = page.filter(({ status }) => status !== 'PENDING_CREATE');
  const known = await findKnown(scope, partner, listed);
  const unknown = listed.filter((snapshot) => !known.of(snapshot));
  const products = unknown.map((snapshot) => productOf(scope, partner, snapshot));
  const made = await insertProductsOfPast(scope, partner, products);
  return { made, differences: differencesOf(scope, partner, listed.filter(known.of), known) };
}

/** Finds the listings on a page that nobody knows, or that are not as their products. */
export async function compareListings(
  scope: OrgTransaction,
  partner: string,
  page: readonly ProductSnapshot[],
): Promise<Difference[]> {
  const listed = page.filter(({ status }) => status !== 'PENDING_CREATE');
  return differencesOf(scope, partner, listed, await findKnown(scope, partner, listed));
}

type Known = { of: (snapshot: ProductSnapshot) => ProductRow | undefined };

async function findKnown(
  scope: OrgTransaction,
  partner: string,
  listed: readonly ProductSnapshot[],
): Promise<Known> {
  const ids = listed.flatMap(({ key }) => key ?? []);
  const externalIds = listed.map(({ externalId }) => externalId);
  const rows = await findProductsOf(scope, partner, { ids, externalIds });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byExternalId = new Map(rows.map((row) => [row.external_id, row]));
  return { of: ({ key, externalId }) => byId.get(key ?? '') ?? byExternalId.get(externalId) };
}

/** A deleted product stays deleted: it is not what is held, and not unknown either. */
const differencesOf = (
  scope: OrgTransaction,
  partner: string,
  listed: readonly ProductSnapshot[],
  known: Known,
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
