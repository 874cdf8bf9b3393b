import { z } from 'zod';
import { type AdapterRegistry, marketplaceRetry as retry } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { route } from '../platform/http/route.ts';
import { enqueue, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import { applyChanges, type ProductFields, serverOwnedFields } from './apply.ts';
import {
  columnsOf,
  fieldsOf,
  inProgress,
  isListed,
  lockExistingProduct,
  type ProductBody,
  show,
  withoutFailure,
} from './changes.ts';
import type { ProductRow } from './columns.ts';
import { productErrors } from './errors.ts';
import { addressOfListing, type LandingAddress, stepHandler } from './listing-step.ts';
import { UpdateProductParams, WorkloadProduct } from './records/index.ts';
import { inMarketplaceWork, unsubmitted } from './states.ts';
import { changeProduct } from './store.ts';

export const updateRoute = route({
  method: 'PATCH',
  path: '/org/{orgId}/product/{productId}',
  operationId: 'updateProduct',
  condition: { lock: lockRows(['product', 'productId']) },
  group: 'Product',
  summary: 'Change a product',
  description:
    'List prices of a listed product are changed at its marketplace and read by a synchronization; this operation ' +
    'rejects changes of them. A changed name and fulfilment URL are sent to the marketplace.',
  access: 'products:write',
  body: WorkloadProduct,
  serverSetFields: ['id', ...serverOwnedFields],
  response: WorkloadProduct,
  responseDescription: 'The product',
  errors: [productErrors.product_not_found.definition, productErrors.product_in_progress.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => show(await updateProduct(scope, request.params.productId, request)),
  },
});

export const updateFulfillmentUrlRoute = route({
  method: 'PATCH',
  path: '/org/{orgId}/product/{productId}/fulfillmentUrl',
  operationId: 'updateProductFulfillmentUrl',
  condition: { of: '/org/{orgId}/product/{productId}', lock: lockRows(['product', 'productId']) },
  group: 'Product',
  summary: 'Change the sign-up page of a product',
  access: 'products:write',
  body: UpdateProductParams,
  serverSetFields: ['id', 'organizationID'],
  response: WorkloadProduct,
  responseDescription: 'The product',
  errors: [productErrors.product_not_found.definition, productErrors.product_in_progress.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body: { fulfillmentUrl }, unknownFields }) =>
      show(await updateProduct(scope, params.productId, { body: { fulfillmentUrl }, unknownFields })),
  },
});

/** Changes a product. A job sends the changes that concern the marketplace. */
async function updateProduct(
  scope: OrgTransaction,
  id: string,
  { body, unknownFields }: ProductBody,
): Promise<ProductRow> {
  const product = await lockExistingProduct(scope, id);
  if (inMarketplaceWork.includes(product.status)) throw inProgress(product);
  const fields = applyChanges(fieldsOf(product), body, isListed(product));
  requireSamePartner(product, fields);
  const isForMarketplace = concernsMarketplace(product, fields);
  const row = await changeProduct(
    scope,
    product,
    columnsOf(scope, isForMarketplace ? withoutFailure(fields) : fields, unknownFields),
  );
  if (isForMarketplace) await updateAtMarketplace(scope, row);
  return row;
}

/**
 * Requires that the partner of a submitted product is unchanged.
 * @throws 400 for another partner
 */
export function requireSamePartner(product: ProductRow, fields: ProductFields): void {
  if (!unsubmitted.includes(product.status) && fields.partner !== product.partner)
    throw invalid([{ pointer: '/partner', message: 'cannot change once the product was submitted' }]);
}

/** Returns whether a change must be sent to the marketplace. */
export const concernsMarketplace = (product: ProductRow, changed: ProductFields): boolean =>
  isListed(product) &&
  product.external_id !== null &&
  (product.name !== changed.name || product.fulfillment_url !== changed.fulfillment_url);

export async function updateAtMarketplace(scope: OrgTransaction, after: ProductRow): Promise<void> {
  const change = { name: after.name ?? undefined, fulfillmentUrl: after.fulfillment_url ?? undefined };
  await scope.query(enqueue(scope, updateJob, { productId: after.id, ...change }));
}

type Update = { productId: string; name?: string | undefined; fulfillmentUrl?: string | undefined };

/**
 * Sends a changed name and fulfilment URL to the marketplace. The payload contains the values, because an
 * observation may change the record meanwhile.
 */
const updateJob: JobDefinition<Update> = {
  kind: 'products.update',
  payload: z.object({
    productId: z.string(),
    name: z.string().optional(),
    fulfillmentUrl: z.string().optional(),
  }),
  lane: ({ productId }) => `product:${productId}`,
  retry,
  operation: {
    name: 'Change a product at its marketplace',
    subject: ({ productId }) => ({ product_id: productId }),
  },
};

export const updateJobHandler = (registry: AdapterRegistry, landingOf: LandingAddress): JobHandler<Update> =>
  stepHandler(registry, landingOf, {
    definition: updateJob,
    waits: () => true,
    call: (adapter, externalId, { name, fulfillmentUrl: url }, landing) =>
      adapter.updateProduct(externalId, { name, fulfillmentUrl: addressOfListing(adapter, url, landing) }),
    outcome: 'changed at the marketplace',
    failed: (status) => ({ from: status, to: status }),
  });
