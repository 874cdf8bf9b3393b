import { z } from 'zod';
import { isMarketplace } from '../marketplaces/index.ts';
import { invalid } from '../platform/errors.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { type Answer, RawJson, route } from '../platform/http/route.ts';
import { agreementAddresses } from './agreement-addresses.ts';
import { serverOwnedFields } from './apply.ts';
import { encodeProduct, type ProductRow } from './columns.ts';
import { productErrors } from './errors.ts';
import { serverOwnedMetaInfo } from './meta-info.ts';
import {
  ProductImport,
  ProductImportReceipt,
  UpdateProductParams,
  WorkloadMetaInfo,
  WorkloadProduct,
} from './records/index.ts';
import {
  createProduct,
  deleteProduct,
  importProducts,
  publishProduct,
  requestReconciliation,
  saveDraft,
  updateMetaInfo,
  updateProduct,
} from './service.ts';

const group = 'Product';
const access = 'products:write';
const product = { response: WorkloadProduct, responseDescription: 'The product' };
const { product_not_found, product_in_progress, product_not_draft } = productErrors;
const notFound = product_not_found.definition;
const inProgress = product_in_progress.definition;

const show = (row: ProductRow): Answer => ({ body: new RawJson(encodeProduct(row)) });

const createOrUpdateDraftProduct = route({
  method: 'POST',
  path: '/org/{orgId}/draftProduct',
  operationId: 'createOrUpdateDraftProduct',
  group,
  summary: 'Save a draft of a product',
  description:
    'With the id of a draft that draft is changed: absent fields stay. Any other id is ignored, and a new draft made.',
  access,
  body: WorkloadProduct,
  bodyRequired: true,
  ignored: serverOwnedFields,
  ...product,
  errors: [product_not_draft.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => show(await saveDraft(scope, request)),
  },
});

const create = route({
  method: 'POST',
  path: '/org/{orgId}/product',
  operationId: 'createProduct',
  group,
  summary: 'Create a product',
  description:
    'With the id of a draft, or of a product whose creation failed, that one is submitted with the changes of the ' +
    'body. The listing at a marketplace is made by a job: the answer is PENDING_CREATE. A product for direct sale is ' +
    'CREATED at once.',
  access,
  body: WorkloadProduct,
  bodyRequired: true,
  ignored: serverOwnedFields,
  ...product,
  errors: [product_not_draft.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => show(await createProduct(scope, request)),
  },
});

const update = route({
  method: 'PATCH',
  path: '/org/{orgId}/product/{productId}',
  operationId: 'updateProduct',
  condition: { lock: lockRows(['product', 'productId']) },
  group,
  summary: 'Change a product',
  description:
    'List prices of a product at a marketplace change there, and are read by synchronising it: here they are refused ' +
    'unless they are the same. A changed name and fulfilment URL are sent to the marketplace.',
  access,
  body: WorkloadProduct,
  bodyRequired: true,
  ignored: ['id', ...serverOwnedFields],
  ...product,
  errors: [notFound, inProgress],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => show(await updateProduct(scope, request.params.productId, request)),
  },
});

const updateFulfillmentUrl = route({
  method: 'PATCH',
  path: '/org/{orgId}/product/{productId}/fulfillmentUrl',
  operationId: 'updateProductFulfillmentUrl',
  condition: { of: '/org/{orgId}/product/{productId}', lock: lockRows(['product', 'productId']) },
  group,
  summary: 'Change where buyers of a product sign up',
  access,
  body: UpdateProductParams,
  bodyRequired: true,
  ignored: ['id', 'organizationID'],
  ...product,
  errors: [notFound, inProgress],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body: { fulfillmentUrl }, unknownFields }) =>
      show(await updateProduct(scope, params.productId, { body: { fulfillmentUrl }, unknownFields })),
  },
});

const updateProductMetaInfo = route({
  method: 'PATCH',
  path: '/org/{orgId}/product/{productId}/metaInfo',
  operationId: 'updateProductMetaInfo',
  condition: { of: '/org/{orgId}/product/{productId}', lock: lockRows(['product', 'productId']) },
  group,
  summary: 'Change the meta info of a product',
  access,
  body: WorkloadMetaInfo,
  bodyRequired: true,
  ignored: serverOwnedMetaInfo,
  response: WorkloadMetaInfo,
  responseDescription: 'The meta info after the change',
  errors: [notFound],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => {
      const row = await updateMetaInfo(scope, request.params.productId, request);
      return { body: new RawJson(agreementAddresses.mask(row.meta_info)) };
    },
  },
});

const publish = route({
  method: 'PATCH',
  path: '/org/{orgId}/product/{productId}/publish',
  operationId: 'publishProduct',
  condition: { of: '/org/{orgId}/product/{productId}', lock: lockRows(['product', 'productId']) },
  group,
  summary: 'Publish a product',
  description:
    'A marketplace publishes by a job: the answer is PENDING_PUBLISH. A product for direct sale is PUBLIC at once. ' +
    'A body changes the product as `updateProduct` does, in the same step; of a price at a marketplace, too, only the ' +
    'same is taken.',
  access,
  body: WorkloadProduct,
  ignored: ['id', ...serverOwnedFields],
  ...product,
  errors: [notFound, productErrors.product_not_publishable.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => show(await publishProduct(scope, request.params.productId, request)),
  },
});

const remove = route({
  method: 'DELETE',
  path: '/org/{orgId}/product/{productId}',
  operationId: 'deleteProduct',
  condition: { lock: lockRows(['product', 'productId']) },
  group,
  summary: 'Delete a product',
  description: 'Not while it is PUBLIC. Its listing at a marketplace stays as it is.',
  access,
  response: z.string(),
  responseDescription: 'The id of the product',
  errors: [notFound, inProgress, productErrors.product_is_public.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => {
      await deleteProduct(scope, params.productId);
      return { body: params.productId };
    },
  },
});

const synchronise = route({
  method: 'POST',
  path: '/org/{orgId}/product/{productId}/sync',
  operationId: 'synchronizeProduct',
  group,
  summary: 'Read a product again at its marketplace',
  description:
    'Answers the product as it stands. List prices, dimensions, fulfilment and status follow once the marketplace ' +
    'has been read.',
  access,
  ...product,
  errors: [notFound, productErrors.product_not_listed.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => show(await requestReconciliation(scope, params.productId)),
  },
});

const importAll = route({
  method: 'POST',
  path: '/org/{orgId}/product/sync',
  operationId: 'importProducts',
  group,
  summary: 'Read all products of a marketplace',
  description:
    'New listings appear as products, known ones are brought up to date, and a product that was deleted here comes ' +
    'back.',
  access,
  body: ProductImport,
  bodyRequired: true,
  response: ProductImportReceipt,
  responseDescription: 'The operation that reads the marketplace',
  run: {
    kind: 'transaction',
    handle: async (scope, { body: { partner } }) => {
      if (!isMarketplace(partner))
        throw invalid([{ pointer: '/partner', message: 'must be a marketplace, MKA to MKF' }]);
      return { body: { operationID: await importProducts(scope, partner), partner } };
    },
  },
});

export const productWriteRoutes = () => [
  createOrUpdateDraftProduct,
  create,
  update,
  updateFulfillmentUrl,
  updateProductMetaInfo,
  publish,
  remove,
  synchronise,
  importAll,
];
