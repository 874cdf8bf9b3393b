import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import {
  isLandingAddress,
  type JsonObject,
  type ProductSnapshot,
  readableCause,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import type { ProductRow } from './columns.ts';
import { changesListPrices, listPricesJob } from './list-prices-job.ts';
import { isNowhere, statusObserved } from './states.ts';
import { changeProduct, insertProduct, lockListing, type ProductChange } from './store.ts';

/**
 * Applies what the marketplace shows of a listing: list prices, dimensions, fulfilment, status and the
 * marketplace's own records. What the seller keeps beside them stays: attributes, notes, meta info. The same observation
 * twice changes nothing the second time.
 * @param adopt a listing that is not known becomes a product, and a deleted product comes back
 * @param log takes a line where the marketplace shows what cannot be
 */
export async function observeProduct(
  scope: OrgTransaction,
  partner: string,
  snapshot: ProductSnapshot,
  adopt = false,
  log?: Pick<Logger, 'warn'>,
): Promise<void> {
  // A listing that is being made has nothing to show yet.
  if (snapshot.status === 'PENDING_CREATE') return;
  const product = await lockListing(scope, partner, snapshot);
  if (product) {
    const { id: productId, status } = product;
    if (isNowhere(status))
      log?.warn(
        { productId, status, observedStatus: snapshot.status },
        'a marketplace shows a product that is a draft',
      );
    if (product.status !== 'DELETED' || adopt) await applySnapshot(scope, product, snapshot);
  } else if (adopt) await insertProduct(scope, productOf(scope, partner, snapshot));
}

async function applySnapshot(
  scope: OrgTransaction,
  product: ProductRow,
  snapshot: ProductSnapshot,
): Promise<void> {
  const metaInfo = JSON.parse(product.meta_info) as JsonObject;
  const { columns, info, newInfo, isSame } = shownChange(scope, product, snapshot);
  const newMetaInfo = columns.status === product.status ? metaInfo : withOutcome(metaInfo, snapshot);
  if (isSame) return;
  await changeProduct(scope, product, {
    ...columns,
    info: JSON.stringify(newInfo),
    meta_info: JSON.stringify(newMetaInfo),
  });
  if (changesListPrices(info, newInfo))
    await scope.query(enqueue(scope, listPricesJob, { productId: product.id }));
}

/** Derives what a snapshot makes of a product. */
export function shownChange(scope: OrgTransaction, product: ProductRow, snapshot: ProductSnapshot) {
  const info = JSON.parse(product.info) as JsonObject;
  const newInfo = shownInfo(snapshot, info);
  const columns = {
    name: snapshot.name ?? product.name,
    product_type: snapshot.productType ?? product.product_type,
    fulfillment_url: sellersPage(scope, snapshot) ?? product.fulfillment_url,
    external_id: snapshot.externalId,
    status: statusObserved(product.status, snapshot.status),
  } satisfies ProductChange;
  const isSame =
    Object.entries(columns).every(([name, value]) => product[name as keyof ProductRow] === value) &&
    isDeepStrictEqual(newInfo, info);
  return { columns, info, newInfo, isSame };
}

/** The page of the seller that a listing names. Where it names our landing, only the seller knows what comes after it. */
const sellersPage = (scope: OrgTransaction, { fulfillmentUrl: url }: ProductSnapshot): string | undefined =>
  url && isLandingAddress(url, scope.organizationId) ? undefined : url;

/** The marketplace's part laid over ours; the vendor stands where the seller can put another. */
function shownInfo({ terms, mirror, vendorName }: ProductSnapshot, info: JsonObject): JsonObject {
  const attributes = vendorName ? { attributes: { vendorName, ...(info.attributes as object) } } : {};
  return { ...info, ...attributes, ...terms, ...mirror };
}

/**
 * Completes the meta info by the outcome. What failed on the way is in the events; a product that stands shows no
 * errors.
 */
function withOutcome(metaInfo: JsonObject, { failure, status }: ProductSnapshot): JsonObject {
  const { errorMessages: _raw, prettifiedErrorMessages: _readable, ...rest } = metaInfo;
  if (failure)
    return { ...rest, errorMessages: [failure], prettifiedErrorMessages: [readableCause(failure)] };
  const unexplained = withoutCause[status];
  return unexplained ? { ...rest, errorMessages: [status], prettifiedErrorMessages: [unexplained] } : rest;
}

/** What is said of a failure for which the marketplace gives no cause. */
const withoutCause: Readonly<Partial<Record<ProductSnapshot['status'], string>>> = {
  CREATE_FAILED: 'The marketplace did not create the listing and gave no cause. Look at the listing there.',
  PUBLISH_FAILED: 'The marketplace did not publish the listing and gave no cause. Look at the listing there.',
};

/** Makes the product of a listing that is not known yet. */
export function productOf(scope: OrgTransaction, partner: string, snapshot: ProductSnapshot): ProductRow {
  const now = scope.now.toISOString();
  return {
    organization_id: scope.organizationId,
    id: scope.newId('prd'),
    name: snapshot.name ?? null,
    partner,
    partner_id: null,
    service: 'MARKETPLACE',
    product_type: snapshot.productType ?? null,
    external_id: snapshot.externalId,
    fulfillment_url: sellersPage(scope, snapshot) ?? null,
    status: snapshot.status,
    info: JSON.stringify(shownInfo(snapshot, {})),
    meta_info: JSON.stringify({ discount: null, createdBySource: 'SYNC' }),
    created_by: scope.actor.id,
    last_updated_by: scope.actor.id,
    creation_time: now,
    last_update_time: now,
  };
}
