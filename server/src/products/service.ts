import { isDirect, observeJob } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { type AppError, invalid } from '../platform/errors.ts';
import { withIgnored } from '../platform/http/ignored.ts';
import type { RouteRequest } from '../platform/http/route.ts';
import { enqueue, prepareJob } from '../platform/jobs/queue.ts';
import { mayMove } from '../platform/records/moves.ts';
import { applyChanges, applyMetaInfo, noFields, type ProductFields } from './apply.ts';
import type { ProductRow } from './columns.ts';
import { createJob } from './create-job.ts';
import { productErrors } from './errors.ts';
import { importJob } from './import-job.ts';
import { publishJob, updateJob } from './listing-jobs.ts';
import { modifiedBy } from './modified-by.ts';
import type { WorkloadMetaInfo, WorkloadProduct } from './records/index.ts';
import { inMarketplaceWork, type ProductStatus, productCommands, unsubmitted } from './states.ts';
import { changeProduct, insertProduct, lockProduct, type ProductChange } from './store.ts';

/** A body, and the fields in it that are not known. */
type Sent<Body = WorkloadProduct> = { body: Body } & Pick<RouteRequest, 'unknownFields'>;

/** Makes a draft, or changes the one that the body names. */
export async function saveDraft(scope: OrgTransaction, { body, unknownFields }: Sent): Promise<ProductRow> {
  const draft = await named(scope, body);
  if (!draft) return insertProduct(scope, newProduct(scope, { body, unknownFields }, 'DRAFT'));
  if (draft.status !== 'DRAFT') throw productErrors.product_not_draft(`The product is ${draft.status}.`);
  return changeProduct(
    scope,
    draft,
    columnsOf(scope, applyChanges(fieldsOf(draft), body, false), unknownFields),
  );
}

/**
 * Creates a product, from the draft that the body names if it names one. A marketplace's listing is made by a job; a
 * direct product is there at once.
 */
export async function createProduct(scope: OrgTransaction, sent: Sent): Promise<ProductRow> {
  const draft = await named(scope, sent.body);
  const created = draft ? await submit(scope, draft, sent) : await insertSubmitted(scope, sent);
  if (created.status === 'PENDING_CREATE')
    await scope.query(enqueue(scope, createJob, { productId: created.id }));
  return created;
}

const insertSubmitted = (scope: OrgTransaction, sent: Sent): Promise<ProductRow> =>
  insertProduct(scope, newProduct(scope, sent, statusOnCreation(sent.body.partner)));

const statusOnCreation = (partner: string | null | undefined) =>
  isDirect(partner) ? 'CREATED' : 'PENDING_CREATE';

async function submit(
  scope: OrgTransaction,
  draft: ProductRow,
  { body, unknownFields }: Sent,
): Promise<ProductRow> {
  if (!unsubmitted.includes(draft.status))
    throw productErrors.product_not_draft(
      `The product is ${draft.status}. Leave the id out to create another one.`,
    );
  const fields = applyChanges(fieldsOf(draft), body, false);
  const status = statusOnCreation(fields.partner);
  return changeProduct(scope, draft, { ...columnsOf(scope, withoutFailure(fields), unknownFields), status });
}

/** Changes a product; a job sends its marketplace what that has to know. */
export async function updateProduct(
  scope: OrgTransaction,
  id: string,
  { body, unknownFields }: Sent,
): Promise<ProductRow> {
  const product = await required(scope, id);
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

/** @throws 400 */
function requireSamePartner(product: ProductRow, fields: ProductFields): void {
  if (!unsubmitted.includes(product.status) && fields.partner !== product.partner)
    throw invalid([{ pointer: '/partner', message: 'cannot change once the product was submitted' }]);
}

export async function updateMetaInfo(
  scope: OrgTransaction,
  id: string,
  { body, unknownFields }: Sent<WorkloadMetaInfo>,
): Promise<ProductRow> {
  const product = await required(scope, id);
  const fields = fieldsOf(product);
  const metaInfo = applyMetaInfo(fields.metaInfo, body);
  return changeProduct(scope, product, columnsOf(scope, { ...fields, metaInfo }, unknownFields));
}

/**
 * Publishes a product, with the changes that the call brings. A marketplace gets them before it publishes: jobs of
 * one product run one after the other.
 */
export async function publishProduct(
  scope: OrgTransaction,
  id: string,
  { body = {}, unknownFields }: Partial<Sent> & Pick<Sent, 'unknownFields'>,
): Promise<ProductRow> {
  const product = await required(scope, id);
  const status = isDirect(product.partner) ? 'PUBLIC' : 'PENDING_PUBLISH';
  if (!mayMove(productCommands, product.status, status))
    throw productErrors.product_not_publishable(`The product is ${product.status}, not CREATED.`);
  const fields = applyChanges(fieldsOf(product), body, isListed(product));
  requireSamePartner(product, fields);
  const columns = columnsOf(scope, withoutFailure(fields), unknownFields);
  const row = await changeProduct(scope, product, { ...columns, status });
  if (concernsMarketplace(product, fields)) await updateAtMarketplace(scope, row);
  if (status === 'PENDING_PUBLISH') await scope.query(enqueue(scope, publishJob, { productId: id }));
  return row;
}

/** Takes a product out of sight; its listing at a marketplace stays. */
export async function deleteProduct(scope: OrgTransaction, id: string): Promise<void> {
  const product = await required(scope, id);
  if (inMarketplaceWork.includes(product.status)) throw inProgress(product);
  if (!mayMove(productCommands, product.status, 'DELETED'))
    throw productErrors.product_is_public(`The product is ${product.status}.`);
  await changeProduct(scope, product, { status: 'DELETED' }, 'DELETE');
}

/** Enqueues the reconciliation of a product with its listing. */
export async function requestReconciliation(scope: OrgTransaction, id: string): Promise<ProductRow> {
  const product = await required(scope, id);
  const { partner, external_id: externalId } = product;
  if (!partner || !externalId)
    throw productErrors.product_not_listed(
      partner ? `The product is ${product.status}.` : 'The product is sold directly.',
    );
  const details = {
    operation: 'Read a product again at its marketplace',
    subject: { product_id: product.id },
  };
  await scope.query(enqueue(scope, observeJob, { partner, kind: 'PRODUCT', externalId }, details));
  return product;
}

/** Enqueues an observation of all listings at a marketplace. Answers the job's id. */
export async function importProducts(scope: OrgTransaction, partner: string): Promise<string> {
  const { id } = prepareJob(scope, importJob, { partner });
  await scope.query(enqueue(scope, importJob, { partner }, { id }));
  return id;
}

async function named(scope: OrgTransaction, { id }: WorkloadProduct): Promise<ProductRow | undefined> {
  return id ? lockProduct(scope, id) : undefined;
}

async function required(scope: OrgTransaction, id: string): Promise<ProductRow> {
  const product = await lockProduct(scope, id);
  if (!product) throw productErrors.product_not_found();
  return product;
}

const inProgress = ({ status }: ProductRow): AppError =>
  productErrors.product_in_progress(`The product is ${status}. Wait until the marketplace has answered.`);

const isListed = ({ partner, status }: ProductRow): boolean =>
  !isDirect(partner) && !unsubmitted.includes(status);

/** Says whether the marketplace has to know of a change. */
const concernsMarketplace = (product: ProductRow, changed: ProductFields): boolean =>
  isListed(product) &&
  product.external_id !== null &&
  (product.name !== changed.name || product.fulfillment_url !== changed.fulfillment_url);

/** Leaves the last failure out: what is tried again leaves behind what went wrong the last time. */
function withoutFailure(fields: ProductFields): ProductFields {
  const { errorMessages: _raw, prettifiedErrorMessages: _readable, ...metaInfo } = fields.metaInfo;
  return { ...fields, metaInfo };
}

async function updateAtMarketplace(scope: OrgTransaction, after: ProductRow): Promise<void> {
  const change = { name: after.name ?? undefined, fulfillmentUrl: after.fulfillment_url ?? undefined };
  await scope.query(enqueue(scope, updateJob, { productId: after.id, ...change }));
}

function newProduct(scope: OrgTransaction, { body, unknownFields }: Sent, status: ProductStatus): ProductRow {
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

const fieldsOf = (product: ProductRow): ProductFields => ({
  name: product.name,
  partner: product.partner,
  partner_id: product.partner_id,
  service: product.service,
  product_type: product.product_type,
  fulfillment_url: product.fulfillment_url,
  info: JSON.parse(product.info),
  metaInfo: JSON.parse(product.meta_info),
});

/** The fields as they are stored, with who changed them, and warnings for fields of the body that are not known. */
function columnsOf(
  scope: OrgTransaction,
  { info, metaInfo, ...columns }: ProductFields,
  unknown: readonly string[],
) {
  const warningMessages = withIgnored(metaInfo.warningMessages as string[] | undefined, unknown);
  const warned = unknown.length > 0 ? { ...metaInfo, warningMessages } : metaInfo;
  return {
    ...columns,
    info: JSON.stringify(info),
    meta_info: JSON.stringify({ ...warned, lastModifiedBy: modifiedBy(scope) }),
  } satisfies ProductChange;
}
