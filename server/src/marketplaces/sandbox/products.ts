import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import type { MarketplacePartner } from '../partners.ts';
import type { ProductSnapshot } from '../snapshots.ts';
import type { ProductSpec } from '../specifications.ts';
import { catalogueKey, catalogueOf } from './catalogue/index.ts';
import { listJob } from './jobs.ts';
import { listingOf, vendorOf } from './listings/index.ts';
import { creationRefusal, publicationRefusal } from './product-rules.ts';
import {
  findProduct,
  findProductByKey,
  insertProductOnce,
  listSandboxProducts,
  lockProduct,
  type SandboxProduct,
  setProductSpec,
  setProductState,
} from './product-store.ts';
import { inPublication, type SandboxProductState } from './states.ts';

export type ProductPort = Pick<
  MarketplaceAdapter,
  'createProduct' | 'findProduct' | 'updateProduct' | 'publishProduct' | 'readProduct'
>;

export type ProductPortDeps = {
  inside: <T>(work: (scope: OrgTransaction) => Promise<T>) => Promise<T>;
  organizationId: string;
  partner: MarketplacePartner;
  wake: () => void;
};

/** Creates the adapter's product operations. */
export function createProductPort({ inside, organizationId, partner, wake }: ProductPortDeps): ProductPort {
  const ofPartner = (product: SandboxProduct | undefined) =>
    product?.partner === partner ? product : undefined;
  const requireProduct = async (scope: OrgTransaction, externalId: string) =>
    requireFound(ofPartner(await lockProduct(scope, externalId)), externalId);
  return {
    createProduct: async (spec) => {
      refuse(creationRefusal(partner, spec));
      const product = await inside(async (scope) => {
        const made = await insertProductOnce(scope, partner, spec, 'CREATING');
        if (made.created) await scope.query(enqueue(scope, listJob, { sandboxProductId: made.product.id }));
        return made.product;
      });
      wake();
      return { externalId: product.id };
    },
    findProduct: async (key) => {
      const product = await inside((scope) => findProductByKey(scope, partner, key));
      return product && { externalId: product.id };
    },
    updateProduct: (externalId, change) =>
      inside(async (scope) => {
        const product = await requireProduct(scope, externalId);
        const spec = JSON.parse(product.spec) as ProductSpec;
        const changed = { ...spec, name: change.name, fulfillmentUrl: change.fulfillmentUrl };
        refuse(creationRefusal(partner, changed));
        await setProductSpec(scope, product.id, changed);
      }),
    publishProduct: async (externalId) => {
      await inside(async (scope) => {
        const product = await requireProduct(scope, externalId);
        if (inPublication.includes(product.state)) return;
        refuse(publicationRefusal(partner, JSON.parse(product.spec)));
        await setProductState(scope, product.id, 'PUBLISHING');
        await scope.query(enqueue(scope, listJob, { sandboxProductId: product.id }));
      });
      wake();
    },
    readProduct: async (externalId) => {
      const product = await inside(async (scope) => ofPartner(await findProduct(scope, externalId)));
      return product && showProduct(organizationId, product);
    },
  };
}

/**
 * Returns the listings of an organization at the sandbox: its own listings, and the listings of the
 * catalogue, which are created on first use.
 */
export async function openCatalogue(
  scope: OrgTransaction,
  partner: MarketplacePartner,
): Promise<SandboxProduct[]> {
  for (const entry of catalogueOf(partner)) await insertProductOnce(scope, partner, entry, 'PUBLISHED');
  return listSandboxProducts(scope, partner, { after: '', since: null, most: 1_000_000 });
}

const status: Record<SandboxProductState, ProductSnapshot['status']> = {
  CREATING: 'PENDING_CREATE',
  CREATED: 'CREATED',
  PUBLISHING: 'PENDING_PUBLISH',
  PUBLISHED: 'PUBLIC',
};

export function showProduct(organizationId: string, product: SandboxProduct): ProductSnapshot {
  const spec = JSON.parse(product.spec) as ProductSpec;
  const { terms, mirror } = listingOf(product.partner, {
    organizationId,
    id: product.id,
    status: status[product.state],
    spec,
  });
  return {
    key: catalogueKey(product.creation_key) ? undefined : product.creation_key,
    externalId: product.id,
    status: status[product.state],
    name: spec.name,
    productType: spec.productType,
    fulfillmentUrl: spec.fulfillmentUrl,
    vendorName: vendorOf(spec),
    failure: undefined,
    terms,
    mirror,
  };
}

function requireFound(product: SandboxProduct | undefined, externalId: string): SandboxProduct {
  if (product) return product;
  throw new MarketplaceError(`RESOURCE_NOT_FOUND ${externalId}`, {
    kind: 'refused',
    readable: 'The marketplace has no such listing. Synchronise the product, or create it again.',
  });
}

function refuse(refusal: { code: string; readable: string } | undefined): void {
  if (refusal) throw new MarketplaceError(refusal.code, { kind: 'refused', readable: refusal.readable });
}
