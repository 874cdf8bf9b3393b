import { observeJob } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { route } from '../platform/http/route.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { lockExistingProduct, show } from './changes.ts';
import type { ProductRow } from './columns.ts';
import { productErrors } from './errors.ts';
import { WorkloadProduct } from './records/index.ts';

export const synchronizeRoute = route({
  method: 'POST',
  path: '/org/{orgId}/product/{productId}/sync',
  operationId: 'synchronizeProduct',
  group: 'Product',
  summary: 'Synchronise a product with its marketplace',
  description:
    'Returns the product unchanged. A job updates list prices, dimensions, fulfilment URL and status when ' +
    'the marketplace has been read.',
  access: 'products:write',
  response: WorkloadProduct,
  responseDescription: 'The product',
  errors: [productErrors.product_not_found.definition, productErrors.product_not_listed.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => show(await synchronize(scope, params.productId)),
  },
});

/** Enqueues the reconciliation of a product with its listing. */
async function synchronize(scope: OrgTransaction, id: string): Promise<ProductRow> {
  const product = await lockExistingProduct(scope, id);
  const { partner, external_id: externalId } = product;
  if (!partner || !externalId)
    throw productErrors.product_not_listed(
      partner ? `The product is ${product.status}.` : 'The product is sold directly.',
    );
  const details = {
    operation: 'Synchronise a product with its marketplace',
    subject: { product_id: product.id },
  };
  await scope.query(enqueue(scope, observeJob, { partner, kind: 'PRODUCT', externalId }, details));
  return product;
}
