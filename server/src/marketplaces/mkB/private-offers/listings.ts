import { LRUCache } from 'lru-cache';
import { isGuid } from '../addresses.ts';
import { refusal } from '../errors.ts';
import type { Ingestion } from './ingestion.ts';
import { guidOf } from './resource-names.ts';

/** A product or a plan, with its short name and its durable id. */
type Resource = { id?: string; identity?: { externalId?: string } };

const mostKnown = 1000;
/** Durable ids never change, but a plan may be added: an unknown name is read again. */
const keptMs = 3_600_000;

/** Creates the look-ups of durable ids, which private offers name instead of short names. */
export function createListings({ readAll }: Pick<Ingestion, 'readAll'>) {
  const products = new LRUCache<string, string>({ max: mostKnown, ttl: keptMs });
  const plans = new LRUCache<string, string>({ max: mostKnown, ttl: keptMs });

  async function product(name: string): Promise<string> {
    if (isGuid(guidOf(name))) return `product/${guidOf(name)}`;
    const known = products.get(name);
    if (known) return known;
    const found = (await readAll<Resource>('product', '/product', { externalID: name })).find(
      ({ identity }) => identity?.externalId === name,
    );
    if (!found?.id)
      throw refusal('resourceNotFound', `The seller has no product ${name} in the marketplace's portal.`);
    products.set(name, found.id);
    return found.id;
  }

  async function plan(productId: string, name: string): Promise<string> {
    if (name.startsWith('plan/')) return name;
    const keyOf = (planName: string) => `${productId} ${planName}`;
    const known = plans.get(keyOf(name));
    if (known) return known;
    for (const { id, identity } of await readAll<Resource>('plan', '/plan', { product: guidOf(productId) }))
      for (const each of [identity?.externalId, id && guidOf(id)]) if (id && each) plans.set(keyOf(each), id);
    const found = plans.get(keyOf(name));
    if (!found) throw refusal('resourceNotFound', `The product ${productId} has no plan ${name}.`);
    return found;
  }

  return { product, plan };
}
export type Listings = ReturnType<typeof createListings>;
