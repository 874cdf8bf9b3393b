import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { z } from 'zod';
import {
  isLandingAddress,
  type JsonObject,
  type ProductSnapshot,
  readableCause,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition } from '../platform/jobs/queue.ts';
import type { ProductRow } from './columns.ts';
import { isNowhere, statusObserved } from './states.ts';
import { changeProduct, insertProduct, lockListing, type ProductChange } from './store.ts';

/**
 * Applies a snapshot of a listing to its product: list prices, dimensions, fulfilment, status and the
 * marketplace's own records. The seller's own fields are kept: attributes, notes, meta info. Applying the same
 * snapshot again has no effect.
 * @param adopt whether an unknown listing becomes a product, and a deleted product is restored
 * @param log log for impossible snapshots
 */
export async function observeProduct(
  scope: OrgTransaction,
  partner: string,
  snapshot: ProductSnapshot,
  adopt = false,
  log?: Pick<Logger, 'warn'>,
): Promise<void> {
  // A listing that is still being created has no data to apply.
  if (snapshot.status === 'PENDING_CREATE') return;
  const product = await lockListing(scope, partner, snapshot);
  if (product) {
    const { id: productId, status } = product;
    if (isNowhere(status))
      log?.warn(
        { productId, status, observedStatus: snapshot.status },
        'a marketplace lists a product that is a draft',
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

/** Derives a product's columns from a snapshot. */
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

/**
 * The seller's page that a listing links to. A link to the landing page of the service is ignored, because it
 * does not contain the seller's page.
 */
const sellersPage = (scope: OrgTransaction, { fulfillmentUrl: url }: ProductSnapshot): string | undefined =>
  url && isLandingAddress(url, scope.organizationId) ? undefined : url;

/**
 * Overrides the stored fields with the marketplace's fields. The seller's attributes may override the vendor
 * name.
 */
function shownInfo({ terms, mirror, vendorName }: ProductSnapshot, info: JsonObject): JsonObject {
  const attributes = vendorName ? { attributes: { vendorName, ...(info.attributes as object) } } : {};
  return { ...info, ...attributes, ...terms, ...mirror };
}

/**
 * Sets or clears the error messages of the meta info, depending on the new status. The events contain earlier
 * errors.
 */
function withOutcome(metaInfo: JsonObject, { failure, status }: ProductSnapshot): JsonObject {
  const { errorMessages: _raw, prettifiedErrorMessages: _readable, ...rest } = metaInfo;
  if (failure)
    return { ...rest, errorMessages: [failure], prettifiedErrorMessages: [readableCause(failure)] };
  const unexplained = withoutCause[status];
  return unexplained ? { ...rest, errorMessages: [status], prettifiedErrorMessages: [unexplained] } : rest;
}

/** Messages for failures without a cause from the marketplace. */
const withoutCause: Readonly<Partial<Record<ProductSnapshot['status'], string>>> = {
  CREATE_FAILED:
    'The marketplace did not create the listing and did not return a reason. Check the listing there.',
  PUBLISH_FAILED:
    'The marketplace did not publish the listing and did not return a reason. Check the listing there.',
};

/** Creates the product of an unknown listing. */
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

/**
 * Recalculates the values that are derived from a product's list prices, after a change at the marketplace
 * (R23).
 */
export const listPricesJob: JobDefinition<{ productId: string }> = {
  kind: 'products.listPrices',
  payload: z.object({ productId: z.string() }),
  lane: ({ productId }) => `listPrices:${productId}`,
  retry: backoff({ tries: 10 }),
};

type PriceEntry = { key?: string; planId?: string; rate?: number };

/** Returns whether two states of a product differ in currency or in the rates of commits or dimensions. */
function changesListPrices(before: JsonObject, after: JsonObject): boolean {
  const rates = (info: JsonObject): string =>
    JSON.stringify(
      [info.commits, info.dimensions].map((list) =>
        ((list ?? []) as PriceEntry[]).map(({ key, planId, rate }) => [key, planId, rate]),
      ),
    );
  return rates(before) !== rates(after) || before.currency !== after.currency;
}
