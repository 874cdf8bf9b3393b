import type { OrgTransaction } from '../platform/access/scope.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { agreementAddresses } from './agreement-addresses.ts';
import { applyMetaInfo } from './apply.ts';
import { columnsOf, fieldsOf, lockExistingProduct, type ProductBody } from './changes.ts';
import type { ProductRow } from './columns.ts';
import { productErrors } from './errors.ts';
import { serverOwnedMetaInfo } from './meta-info.ts';
import { WorkloadMetaInfo } from './records/index.ts';
import { changeProduct } from './store.ts';

export const updateMetaInfoRoute = route({
  method: 'PATCH',
  path: '/org/{orgId}/product/{productId}/metaInfo',
  operationId: 'updateProductMetaInfo',
  condition: { of: '/org/{orgId}/product/{productId}', lock: lockRows(['product', 'productId']) },
  group: 'Product',
  summary: 'Change the meta info of a product',
  access: 'products:write',
  body: WorkloadMetaInfo,
  serverSetFields: serverOwnedMetaInfo,
  response: WorkloadMetaInfo,
  responseDescription: 'The meta info after the change',
  errors: [productErrors.product_not_found.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => {
      const row = await updateMetaInfo(scope, request.params.productId, request);
      return { body: new RawJson(agreementAddresses.mask(row.meta_info)) };
    },
  },
});

async function updateMetaInfo(
  scope: OrgTransaction,
  id: string,
  { body, unknownFields }: ProductBody<WorkloadMetaInfo>,
): Promise<ProductRow> {
  const product = await lockExistingProduct(scope, id);
  const fields = fieldsOf(product);
  const metaInfo = applyMetaInfo(fields.metaInfo, body);
  return changeProduct(scope, product, columnsOf(scope, { ...fields, metaInfo }, unknownFields));
}
