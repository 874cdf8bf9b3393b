import { z } from 'zod';
import { Partner, partnerParameter } from '../marketplaces/index.ts';
import type { OrgScope } from '../platform/access/scope.ts';
import { type Batch, type RouteRequest, route } from '../platform/http/route.ts';
import { listBatch } from '../platform/lists/list-answer.ts';
import { narrowingParameters, severalOf } from '../platform/lists/narrowing.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { sortParameter } from '../platform/lists/sorting.ts';
import { fieldNames } from '../platform/records/encode.ts';
import { encodeProduct, narrowProduct, productColumns, productSorts } from './columns.ts';
import { ProductStatus, WorkloadProduct } from './records/index.ts';

/** The default limit that existing clients expect (R2). */
const defaultLimit = 100;

const text = (description: string) => z.string().max(200).optional().meta({ description });

const filterParameters = {
  status: severalOf(ProductStatus, 'Only products in one of these states'),
  productType: text('Only products of this type'),
  externalId: text('Only the product with this id at its marketplace'),
  ...narrowingParameters(
    'Part of the name, in any letter case, or the start of the id or externalID.',
    fieldNames(productColumns),
  ),
  ...sortParameter(productSorts),
  ...pageParameters(defaultLimit),
};
const listParameters = z.object({ partner: Partner.optional(), ...filterParameters });
const listByPartnerParameters = z.object(filterParameters);

export const listProducts = route({
  method: 'GET',
  path: '/org/{orgId}/product',
  operationId: 'listProducts',
  group: 'Product',
  summary: 'List products',
  description:
    'In order of creation time and id, unless sort names a field. Deleted products are listed only if requested by status.',
  access: 'products:read',
  query: listParameters,
  response: z.array(WorkloadProduct),
  responseDescription: 'The products',
  run: { kind: 'batch', batch: (scope, request) => listOf(scope, request, request.query.partner) },
});

export const listProductsByPartner = route({
  method: 'GET',
  path: '/org/{orgId}/partner/{partner}/product',
  operationId: 'listProductsByPartner',
  group: 'Product',
  summary: 'List the products of one partner',
  description:
    'In order of creation time and id, unless sort names a field. Deleted products are listed only if requested by status.',
  access: 'products:read',
  query: listByPartnerParameters,
  response: z.array(WorkloadProduct),
  responseDescription: 'The products',
  run: {
    kind: 'batch',
    batch: (scope, request) => listOf(scope, request, partnerParameter(request.params.partner)),
  },
});

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
    sorts: productSorts,
    searched: { noun: 'product', within: ['name'], begins: ['external_id'] },
    defaultLimit,
  });
};
