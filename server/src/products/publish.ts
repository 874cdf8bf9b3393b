import { z } from 'zod';
import { type AdapterRegistry, isDirect, marketplaceRetry as retry } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { route } from '../platform/http/route.ts';
import { enqueue, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import { isMoveAllowed } from '../platform/records/moves.ts';
import { applyChanges, serverOwnedFields } from './apply.ts';
import {
  columnsOf,
  fieldsOf,
  isListed,
  lockExistingProduct,
  type ProductBody,
  show,
  withoutFailure,
} from './changes.ts';
import type { ProductRow } from './columns.ts';
import { productErrors } from './errors.ts';
import { type LandingAddress, stepHandler } from './listing-step.ts';
import { WorkloadProduct } from './records/index.ts';
import { productCommands } from './states.ts';
import { changeProduct } from './store.ts';
import { concernsMarketplace, requireSamePartner, updateAtMarketplace } from './update.ts';

export const publishRoute = route({
  method: 'PATCH',
  path: '/org/{orgId}/product/{productId}/publish',
  operationId: 'publishProduct',
  condition: { of: '/org/{orgId}/product/{productId}', lock: lockRows(['product', 'productId']) },
  group: 'Product',
  summary: 'Publish a product',
  description:
    'A job publishes the listing at a marketplace: the status is PENDING_PUBLISH. A product for direct ' +
    'sale is PUBLIC immediately. A body first changes the product as `updateProduct` does, with the same ' +
    'limits for list prices of a listed product.',
  access: 'products:write',
  body: WorkloadProduct.optional(),
  serverSetFields: ['id', ...serverOwnedFields],
  response: WorkloadProduct,
  responseDescription: 'The product',
  errors: [productErrors.product_not_found.definition, productErrors.product_not_publishable.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => show(await publishProduct(scope, request.params.productId, request)),
  },
});

/**
 * Publishes a product with the changes of the body. The marketplace receives the changes first, because the
 * jobs of one product run in order.
 */
async function publishProduct(
  scope: OrgTransaction,
  id: string,
  {
    body = {},
    unknownFields,
  }: Pick<ProductBody, 'unknownFields'> & { body: ProductBody['body'] | undefined },
): Promise<ProductRow> {
  const product = await lockExistingProduct(scope, id);
  const status = isDirect(product.partner) ? 'PUBLIC' : 'PENDING_PUBLISH';
  if (!isMoveAllowed(productCommands, product.status, status))
    throw productErrors.product_not_publishable(`The product is ${product.status}, not CREATED.`);
  const fields = applyChanges(fieldsOf(product), body, isListed(product));
  requireSamePartner(product, fields);
  const columns = columnsOf(scope, withoutFailure(fields), unknownFields);
  const row = await changeProduct(scope, product, { ...columns, status });
  if (concernsMarketplace(product, fields)) await updateAtMarketplace(scope, row);
  if (status === 'PENDING_PUBLISH') await scope.query(enqueue(scope, publishJob, { productId: id }));
  return row;
}

type Publish = { productId: string };

/** Publishes a product's listing. */
const publishJob: JobDefinition<Publish> = {
  kind: 'products.publish',
  payload: z.object({ productId: z.string() }),
  lane: ({ productId }) => `product:${productId}`,
  retry,
  operation: {
    name: 'Publish a product at its marketplace',
    subject: ({ productId }) => ({ product_id: productId }),
  },
};

export const publishJobHandler = (
  registry: AdapterRegistry,
  landingOf: LandingAddress,
): JobHandler<Publish> =>
  stepHandler(registry, landingOf, {
    definition: publishJob,
    waits: ({ status }) => status === 'PENDING_PUBLISH',
    call: (adapter, externalId) => adapter.publishProduct(externalId),
    outcome: 'submitted to the marketplace for publication',
    failed: () => ({ from: 'PENDING_PUBLISH', to: 'PUBLISH_FAILED' }),
  });
