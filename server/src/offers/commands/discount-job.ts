import { z } from 'zod';
import type { AdapterRegistry, JsonObject } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { findProduct, listPricesJob } from '../../products/index.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import { changeOffer, saveOffer } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { isAtMarketplace } from '../row-conversion.ts';
import { editable, inMarketplaceWork, unpublished } from '../states.ts';
import { lockOffer } from '../store.ts';
import { repriced } from './reprice.ts';
import { handOver } from './update.ts';

/** Applies the discount of an offer to the list prices as they are now (R23). */
const repriceJob: JobDefinition<{ offerId: string }> = {
  kind: 'offers.reprice',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `offer:${offerId}`,
  retry: backoff({ tries: 12, firstMs: 2000, longestMs: 600_000 }),
};

/** Updates every offer that gives a discount on the list prices of the product. */
export const listPricesJobHandler: JobHandler<{ productId: string }> = {
  definition: listPricesJob,
  run: (job) =>
    job.finish('the offers follow', async (scope) => {
      const offers = await scope.query<RowOf<'offer', 'id'>>({
        name: 'discounted_offers_of_product',
        text: `SELECT o.id FROM offer o
               WHERE o.organization_id = $1 AND o.product_id = $2 AND o.status = ANY ($3)
                 AND jsonb_typeof(o.meta_info -> 'discount') = 'number'
               ORDER BY o.creation_time, o.id`,
        values: [
          scope.organizationId,
          job.payload.productId,
          [...unpublished, ...inMarketplaceWork, ...editable],
        ],
      });
      for (const { id } of offers) await scope.query(enqueue(scope, repriceJob, { offerId: id }));
    }),
};

export const repriceJobHandler = (registry: AdapterRegistry): JobHandler<{ offerId: string }> => ({
  definition: repriceJob,
  run: (job) =>
    job.finish('priced anew', async (scope) => {
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
  if (!editable.includes(offer.status) || !isAtMarketplace(offer)) return;
  const names = Object.keys(prices).map((name) => `info.${name}`);
  const updatable = registry.find(scope, offer.partner ?? '')?.describe().updatable ?? [];
  if (updatable.includes('info.*') || names.every((name) => updatable.includes(name))) {
    const columns = { contact_ids: offer.contact_ids };
    await handOver(scope, offer, { columns, info, metaInfo: JSON.parse(offer.meta_info) }, names);
  } else await warn(scope, offer);
}

const warning =
  'The list prices have changed since the offer was published; the marketplace does not change its prices any more.';

async function warn(scope: OrgTransaction, offer: OfferRow): Promise<void> {
  const { warningMessages = [] } = JSON.parse(offer.meta_info) as WorkloadMetaInfo;
  if (warningMessages.includes(warning)) return;
  await changeOffer(scope, offer, 'UPDATE', {
    metaInfo: { warningMessages: [...warningMessages, warning] },
  });
}
