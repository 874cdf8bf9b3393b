import { z } from 'zod';
import type { Row } from '../platform/database/statement.ts';
import { readRoute } from '../platform/http/read-route.ts';
import { type Answer, RawJson, route } from '../platform/http/route.ts';
import { encodeProduct } from './columns.ts';
import { productErrors } from './errors.ts';
import { MeteringDimension, WorkloadProduct } from './records/index.ts';
import { selectDimensions, selectProduct } from './store.ts';

export const getProduct = readRoute({
  path: '/org/{orgId}/product/{productId}',
  operationId: 'getProduct',
  group: 'Product',
  summary: 'Get a product',
  access: 'products:read',
  response: WorkloadProduct,
  responseDescription: 'The product',
  select: (scope, { productId }) => selectProduct(scope, productId),
  notFound: productErrors.product_not_found,
  encode: encodeProduct,
});

export const listProductMeteringDimensions = route({
  method: 'GET',
  path: '/org/{orgId}/product/{productId}/dimension',
  operationId: 'listProductMeteringDimensions',
  group: 'Product',
  summary: 'List the metering dimensions of a product',
  description: 'Returns all dimensions, in the order of the product.',
  access: 'products:read',
  response: z.array(MeteringDimension),
  responseDescription: 'The dimensions',
  errors: [productErrors.product_not_found.definition],
  run: {
    kind: 'batch',
    batch: (scope, request) => ({
      statements: [selectDimensions(scope, request.params.productId)],
      respond: ([rows]): Answer => ({ body: new RawJson(String(requireRow(rows).dimensions ?? '[]')) }),
    }),
  },
});

function requireRow(rows: Row[] | undefined): Row {
  const row = rows?.[0];
  if (!row) throw productErrors.product_not_found();
  return row;
}
