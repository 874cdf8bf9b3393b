import { z } from 'zod';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { route } from '../platform/http/route.ts';
import { isMoveAllowed } from '../platform/records/moves.ts';
import { inProgress, lockExistingProduct } from './changes.ts';
import { productErrors } from './errors.ts';
import { inMarketplaceWork, productCommands } from './states.ts';
import { changeProduct } from './store.ts';

export const deleteRoute = route({
  method: 'DELETE',
  path: '/org/{orgId}/product/{productId}',
  operationId: 'deleteProduct',
  condition: { lock: lockRows(['product', 'productId']) },
  group: 'Product',
  summary: 'Delete a product',
  description: 'Rejected while the product is PUBLIC. The listing at a marketplace is not changed.',
  access: 'products:write',
  response: z.string(),
  responseDescription: 'The id of the product',
  errors: [
    productErrors.product_not_found.definition,
    productErrors.product_in_progress.definition,
    productErrors.product_is_public.definition,
  ],
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => {
      await deleteProduct(scope, params.productId);
      return { body: params.productId };
    },
  },
});

/** Marks a product as deleted; its listing at a marketplace is kept. */
async function deleteProduct(scope: OrgTransaction, id: string): Promise<void> {
  const product = await lockExistingProduct(scope, id);
  if (inMarketplaceWork.includes(product.status)) throw inProgress(product);
  if (!isMoveAllowed(productCommands, product.status, 'DELETED'))
    throw productErrors.product_is_public(`The product is ${product.status}.`);
  await changeProduct(scope, product, { status: 'DELETED' }, 'DELETE');
}
