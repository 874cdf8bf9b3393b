import { z } from 'zod';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  marketplaceJobHandler,
  marketplaceRetry,
  observeJob,
  type ProductRef,
} from '../marketplaces/index.ts';
import { enqueue, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';
import { noIntegration } from './failure.ts';

type Payload = { partner: string };

/** Asks a marketplace for all listings, and has each of them read: new ones become products. */
export const importJob: JobDefinition<Payload> = {
  kind: 'products.import',
  payload: z.object({ partner: z.string() }),
  lane: ({ partner }) => `products:${partner}`,
  retry: marketplaceRetry,
  operation: { name: 'Import the products of a marketplace', subject: () => ({}) },
};

export const importJobHandler = (registry: AdapterRegistry): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: importJob,
    load: async (_scope, { partner }) => ({ partner }),
    notConnected: (job, { partner }) =>
      job.finish(`failed: ${noIntegration(partner).readable}`, undefined, 'FAILED'),
    call: ({ adapter }) => allListings(adapter),
    finish: (job, listings, { partner }) =>
      job.finish(`${listings.length} listings to be read`, async (scope) => {
        // Each is read in the lane of its own listing, so that an older observation never follows a newer one.
        for (const { externalId } of listings)
          await scope.query(
            enqueue(
              scope,
              observeJob,
              { partner, kind: 'PRODUCT', externalId, adopt: true },
              { operation: 'Read a listing' },
            ),
          );
      }),
  });

async function allListings(adapter: MarketplaceAdapter): Promise<ProductRef[]> {
  const listings: ProductRef[] = [];
  let cursor: string | undefined;
  do {
    const page = await adapter.listProducts({ cursor });
    listings.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return listings;
}
