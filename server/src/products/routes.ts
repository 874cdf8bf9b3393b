import { z } from 'zod';
import { Partner, partnerParameter } from '../marketplaces/index.ts';
import type { OrgScope } from '../platform/access/scope.ts';
import type { Row } from '../platform/database/statement.ts';
import { readRoute } from '../platform/http/read-route.ts';
import { type Answer, type Batch, RawJson, type RouteRequest, route } from '../platform/http/route.ts';
import { listBatch } from '../platform/lists/list-answer.ts';
import { narrowingParameters, severalOf } from '../platform/lists/narrowing.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { fieldNames } from '../platform/records/encode.ts';
import { encodeProduct, narrowProduct, productColumns } from './columns.ts';
import { productErrors } from './errors.ts';
import { MeteringDimension, ProductStatus, WorkloadProduct } from './records/index.ts';
import { selectDimensions, selectProduct } from './store.ts';
import { productWriteRoutes } from './write-routes.ts';

const group = 'Product';
const access = 'products:read';
const notFound = productErrors.product_not_found.definition;

/** The limit that existing clients expect when they name none (R2). */
const defaultLimit = 100;

const text = (description: string) => z.string().max(200).optional().meta({ description });

const filterParameters = {
  status: severalOf(ProductStatus, 'Only products in one of these states'),
  productType: text('Only products that are sold in this way'),
  externalId: text('Only the product that the marketplace knows by this id'),
  ...narrowingParameters(
    'It is in the name, in any letter case, or begins the id or the externalID.',
    fieldNames(productColumns),
  ),
  ...pageParameters(defaultLimit),
};
const listParameters = z.object({ partner: Partner.optional(), ...filterParameters });
const listByPartnerParameters = z.object(filterParameters);

const listOf = (
  scope: OrgScope,
  request: RouteRequest<z.output<typeof listByPartnerParameters>>,
  partner: string | undefined,
): Batch => {
  const { status, productType, externalId } = request.query;
  return listBatch(scope, request, {
    table: 'product',
    columns: productColumns.map(([, column]) => column),
    filters: { status, partner, product_type: productType, external_id: externalId },
    hiddenStatus: 'DELETED',
    encode: encodeProduct,
    slim: narrowProduct,
    searched: { noun: 'product', within: ['name'], begins: ['external_id'] },
    defaultLimit,
  });
};

const listProducts = route({
  method: 'GET',
  path: '/org/{orgId}/product',
  operationId: 'listProducts',
  group,
  summary: 'List products',
  description: 'In order of creation time and id. Deleted products are shown when asked for by status.',
  access,
  query: listParameters,
  response: z.array(WorkloadProduct),
  responseDescription: 'The products',
  run: { kind: 'batch', batch: (scope, request) => listOf(scope, request, request.query.partner) },
});

const listProductsByPartner = route({
  method: 'GET',
  path: '/org/{orgId}/partner/{partner}/product',
  operationId: 'listProductsByPartner',
  group,
  summary: 'List the products at one partner',
  description: 'In order of creation time and id. Deleted products are shown when asked for by status.',
  access,
  query: listByPartnerParameters,
  response: z.array(WorkloadProduct),
  responseDescription: 'The products',
  run: {
    kind: 'batch',
    batch: (scope, request) => listOf(scope, request, partnerParameter(request.params.partner)),
  },
});

const getProduct = readRoute({
  path: '/org/{orgId}/product/{productId}',
  operationId: 'getProduct',
  group,
  summary: 'Get a product',
  access,
  response: WorkloadProduct,
  responseDescription: 'The product',
  select: (scope, { productId }) => selectProduct(scope, productId),
  missing: productErrors.product_not_found,
  encode: encodeProduct,
});

const listProductMeteringDimensions = route({
  method: 'GET',
  path: '/org/{orgId}/product/{productId}/dimension',
  operationId: 'listProductMeteringDimensions',
  group,
  summary: 'List the dimensions that a product meters usage by',
  description: 'All of them, in the order of the product.',
  access,
  response: z.array(MeteringDimension),
  responseDescription: 'The dimensions',
  errors: [notFound],
  run: {
    kind: 'batch',
    batch: (scope, request) => ({
      statements: [selectDimensions(scope, request.params.productId)],
      respond: ([rows]): Answer => ({ body: new RawJson(String(found(rows).dimensions ?? '[]')) }),
    }),
  },
});

function found(rows: Row[] | undefined): Row {
  const row = rows?.[0];
  if (!row) throw productErrors.product_not_found();
  return row;
}

export const productRoutes = () => [
  listProducts,
  listProductsByPartner,
  getProduct,
  listProductMeteringDimensions,
  ...productWriteRoutes(),
];
