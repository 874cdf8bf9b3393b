import { z } from 'zod';
import {
  type AdapterRegistry,
  isDirect,
  marketplaceJobHandler,
  marketplaceRetry,
  observeJob,
  type ProductSpec,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { route } from '../platform/http/route.ts';
import { enqueue, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import { applyChanges, noFields, serverOwnedFields } from './apply.ts';
import { columnsOf, fieldsOf, type ProductBody, show, withoutFailure } from './changes.ts';
import type { ProductRow } from './columns.ts';
import { productErrors } from './errors.ts';
import {
  addressOfListing,
  type FailedMove,
  type LandingAddress,
  noIntegration,
  recordFailure,
} from './listing-step.ts';
import { WorkloadProduct } from './records/index.ts';
import { type ProductStatus, unsubmitted } from './states.ts';
import { changeProduct, findProduct, insertProduct, lockProduct } from './store.ts';

export const saveDraftRoute = route({
  method: 'POST',
  path: '/org/{orgId}/draftProduct',
  operationId: 'createOrUpdateDraftProduct',
  group: 'Product',
  summary: 'Save a draft of a product',
  description:
    'With the id of a draft, changes that draft; absent fields keep their value. Any other id is ignored, ' +
    'and a new draft is created.',
  access: 'products:write',
  body: WorkloadProduct,
  serverSetFields: serverOwnedFields,
  response: WorkloadProduct,
  responseDescription: 'The product',
  errors: [productErrors.product_not_draft.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => show(await saveDraft(scope, request)),
  },
});

export const createRoute = route({
  method: 'POST',
  path: '/org/{orgId}/product',
  operationId: 'createProduct',
  group: 'Product',
  summary: 'Create a product',
  description:
    'With the id of a draft, or of a product whose creation failed, submits that product with the changes ' +
    'of the body. A job creates the listing at a marketplace: the status is PENDING_CREATE. A product for ' +
    'direct sale is CREATED immediately.',
  access: 'products:write',
  body: WorkloadProduct,
  serverSetFields: serverOwnedFields,
  response: WorkloadProduct,
  responseDescription: 'The product',
  errors: [productErrors.product_not_draft.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, request) => show(await createProduct(scope, request)),
  },
});

/** Creates a draft, or changes the draft with the id in the body. */
async function saveDraft(scope: OrgTransaction, { body, unknownFields }: ProductBody): Promise<ProductRow> {
  const draft = await lockNamedProduct(scope, body);
  if (!draft) return insertProduct(scope, newProduct(scope, { body, unknownFields }, 'DRAFT'));
  if (draft.status !== 'DRAFT') throw productErrors.product_not_draft(`The product is ${draft.status}.`);
  return changeProduct(
    scope,
    draft,
    columnsOf(scope, applyChanges(fieldsOf(draft), body, false), unknownFields),
  );
}

/**
 * Creates a product, or submits the draft with the id in the body. A job creates the listing at a marketplace;
 * a direct product is CREATED immediately.
 */
async function createProduct(scope: OrgTransaction, sent: ProductBody): Promise<ProductRow> {
  const draft = await lockNamedProduct(scope, sent.body);
  const created = draft ? await submit(scope, draft, sent) : await insertSubmitted(scope, sent);
  if (created.status === 'PENDING_CREATE')
    await scope.query(enqueue(scope, createJob, { productId: created.id }));
  return created;
}

const insertSubmitted = (scope: OrgTransaction, sent: ProductBody): Promise<ProductRow> =>
  insertProduct(scope, newProduct(scope, sent, statusOnCreation(sent.body.partner)));

const statusOnCreation = (partner: string | null | undefined) =>
  isDirect(partner) ? 'CREATED' : 'PENDING_CREATE';

async function submit(
  scope: OrgTransaction,
  draft: ProductRow,
  { body, unknownFields }: ProductBody,
): Promise<ProductRow> {
  if (!unsubmitted.includes(draft.status))
    throw productErrors.product_not_draft(
      `The product is ${draft.status}. To create another product, omit the id.`,
    );
  const fields = applyChanges(fieldsOf(draft), body, false);
  const status = statusOnCreation(fields.partner);
  return changeProduct(scope, draft, { ...columnsOf(scope, withoutFailure(fields), unknownFields), status });
}

async function lockNamedProduct(
  scope: OrgTransaction,
  { id }: WorkloadProduct,
): Promise<ProductRow | undefined> {
  return id ? lockProduct(scope, id) : undefined;
}

function newProduct(
  scope: OrgTransaction,
  { body, unknownFields }: ProductBody,
  status: ProductStatus,
): ProductRow {
  const fields = applyChanges(noFields, body, false);
  const { actor } = scope;
  const metaInfo = {
    ...fields.metaInfo,
    createdBySource: 'API',
    ...(actor.email ? { createdByEmail: actor.email } : {}),
  };
  const now = scope.now.toISOString();
  return {
    organization_id: scope.organizationId,
    id: scope.newId('prd'),
    external_id: null,
    status,
    created_by: actor.id,
    last_updated_by: actor.id,
    creation_time: now,
    last_update_time: now,
    ...columnsOf(scope, { ...fields, metaInfo }, unknownFields),
  };
}

type Payload = { productId: string };

/** Creates a product's listing at its marketplace. */
const createJob: JobDefinition<Payload> = {
  kind: 'products.create',
  payload: z.object({ productId: z.string() }),
  lane: ({ productId }) => `product:${productId}`,
  retry: marketplaceRetry,
  operation: {
    name: 'Create a product at its marketplace',
    subject: ({ productId }) => ({ product_id: productId }),
  },
};

const failed: FailedMove = { from: 'PENDING_CREATE', to: 'CREATE_FAILED' };

export const createJobHandler = (registry: AdapterRegistry, landingOf: LandingAddress): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: createJob,
    load: async (scope, { productId }) => {
      const product = await findProduct(scope, productId);
      if (product?.status !== 'PENDING_CREATE') return 'nothing to do: the product is not pending creation';
      return { product, partner: product.partner ?? '' };
    },
    onNotConnected: (job, { partner }) => recordFailure(job, failed, noIntegration(partner)),
    call: async ({ adapter, product, partner }, job) => {
      // The response to an earlier attempt may have been lost, so later attempts first look for the listing.
      const found = job.attempts > 0 ? await adapter.findProduct(product.id) : undefined;
      if (found) return found;
      const spec = specOf(product);
      const fulfillmentUrl = addressOfListing(
        adapter,
        spec.fulfillmentUrl,
        landingOf(partner, job.organizationId),
      );
      return adapter.createProduct({ ...spec, fulfillmentUrl });
    },
    // The marketplace's notification may have been lost with an earlier attempt, so the listing is observed
    // immediately.
    finish: (job, { externalId }, { partner }) =>
      job.finish('created at the marketplace', async (scope) => {
        await scope.query(enqueue(scope, observeJob, { partner, kind: 'PRODUCT', externalId }));
      }),
    onFailure: (job, { raw, readable }, asked) =>
      recordFailure(job, failed, {
        raw,
        readable: asked ? readable : `${readable}. To retry, create the product again with its id.`,
      }),
  });

const specOf = (product: ProductRow): ProductSpec => ({
  key: product.id,
  name: product.name ?? undefined,
  productType: product.product_type ?? undefined,
  fulfillmentUrl: product.fulfillment_url ?? undefined,
  info: JSON.parse(product.info),
  metaInfo: JSON.parse(product.meta_info),
});
