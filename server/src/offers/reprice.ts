import { z } from 'zod';
import type { AdapterRegistry, JsonObject } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import { findProduct, listPricesJob } from '../products/index.ts';
import type { WorkloadMetaInfo } from '../products/records/index.ts';
import { changeOffer, saveOffer } from './change.ts';
import type { OfferRow } from './columns.ts';
import { isAtMarketplace } from './kind.ts';
import { repriced } from './prepare/discounts.ts';
import { editable, inMarketplaceWork, published, type States, unpublished } from './states.ts';
import { lockOffer } from './store.ts';
import { handOver } from './update.ts';

/** Applies an offer's discount to the current list prices (R23). */
const repriceJob: JobDefinition<{ offerId: string }> = {
  kind: 'offers.reprice',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `offer:${offerId}`,
  retry: backoff({ tries: 12, firstMs: 2000, longestMs: 600_000 }),
};

/** States of a published offer that a buyer can accept now or later. */
const acceptableLater: States = [...editable, ...published, 'CANCEL_FAILED'];

/** Enqueues an update of every offer that gives a discount on the list prices of a product. */
export const listPricesJobHandler: JobHandler<{ productId: string }> = {
  definition: listPricesJob,
  run: (job) =>
    job.finish('updates of the offers enqueued', async (scope) => {
      const offers = await scope.query<RowOf<'offer', 'id'>>({
        name: 'discounted_offers_of_product',
        text: `SELECT o.id FROM offer o
               WHERE o.organization_id = $1 AND o.product_id = $2 AND o.status = ANY ($3)
                 AND jsonb_typeof(o.meta_info -> 'discount') = 'number'
               ORDER BY o.creation_time, o.id`,
        values: [
          scope.organizationId,
          job.payload.productId,
          [...unpublished, ...inMarketplaceWork, ...acceptableLater],
        ],
      });
      for (const { id } of offers) await scope.query(enqueue(scope, repriceJob, { offerId: id }));
    }),
};

export const repriceJobHandler = (registry: AdapterRegistry): JobHandler<{ offerId: string }> => ({
  definition: repriceJob,
  run: (job) =>
    job.finish('the prices match the list prices', async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      if (!offer) return;
      if (inMarketplaceWork.includes(offer.status)) throw new Error(`the offer is ${offer.status}`);
      await reprice(scope, registry, offer);
    }),
});

async function reprice(scope: OrgTransaction, registry: AdapterRegistry, offer: OfferRow): Promise<void> {
  const { discount } = JSON.parse(offer.meta_info) as WorkloadMetaInfo;
  const product = offer.product_id ? await findProduct(scope, offer.product_id) : undefined;
  if (typeof discount !== 'number' || !product) return;
  const stored = JSON.parse(offer.info) as JsonObject;
  const prices = repriced(stored, JSON.parse(product.info), discount);
  if (Object.keys(prices).length === 0) return;
  const info = { ...stored, ...prices };
  if (unpublished.includes(offer.status)) {
    await saveOffer(scope, offer, 'UPDATE', { info });
    return;
  }
  if (!acceptableLater.includes(offer.status) || !isAtMarketplace(offer)) return;
  const changing = editable.includes(offer.status)
    ? Object.keys(prices).filter(isUpdatable(registry, scope, offer))
    : [];
  const left = Object.keys(prices).filter((name) => !changing.includes(name));
  const warned = left.length > 0 ? await warn(scope, offer, left) : offer;
  if (changing.length === 0) return;
  const changed = Object.fromEntries(changing.map((name) => [name, prices[name]]));
  await handOver(
    scope,
    warned,
    {
      columns: { contact_ids: offer.contact_ids },
      info: { ...stored, ...changed },
      metaInfo: JSON.parse(warned.meta_info),
    },
    changing.map((name) => `info.${name}`),
  );
}

/** Returns whether the marketplace can change a field of `info` after publication. */
function isUpdatable(
  registry: AdapterRegistry,
  scope: OrgTransaction,
  { partner }: OfferRow,
): (name: string) => boolean {
  const updatable = registry.find(scope, partner ?? '')?.describe().updatable ?? [];
  return (name) => updatable.includes('info.*') || updatable.includes(`info.${name}`);
}

const warningOf = (lists: readonly string[]): string =>
  `The list prices of ${lists.join(' and ')} have changed since the offer was published, but the marketplace cannot change these prices ` +
  'of a published offer. To apply the discount to the new list prices, cancel the offer and create another.';

async function warn(scope: OrgTransaction, offer: OfferRow, lists: readonly string[]): Promise<OfferRow> {
  const { warningMessages = [] } = JSON.parse(offer.meta_info) as WorkloadMetaInfo;
  const warning = warningOf(lists);
  if (warningMessages.includes(warning)) return offer;
  return changeOffer(scope, offer, 'UPDATE', {
    metaInfo: { warningMessages: [...warningMessages, warning] },
  });
}
