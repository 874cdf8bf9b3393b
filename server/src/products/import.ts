import { z } from 'zod';
import {
  type AdapterRegistry,
  isMarketplace,
  type MarketplaceAdapter,
  marketplaceCodes,
  marketplaceJobHandler,
  marketplaceRetry,
  observeJob,
  type ProductRef,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { route } from '../platform/http/route.ts';
import { enqueue, type JobDefinition, type JobHandler, prepareJob } from '../platform/jobs/queue.ts';
import { noIntegration } from './listing-step.ts';
import { ProductImport, ProductImportReceipt } from './records/index.ts';

export const importRoute = route({
  method: 'POST',
  path: '/org/{orgId}/product/sync',
  operationId: 'importProducts',
  group: 'Product',
  summary: 'Import the products of a marketplace',
  description:
    'New listings become products, existing products are updated, and a product that was deleted in Tradepost is ' +
    'restored.',
  access: 'products:write',
  body: ProductImport,
  response: ProductImportReceipt,
  responseDescription: 'The operation that imports the products',
  run: {
    kind: 'transaction',
    handle: async (scope, { body: { partner } }) => {
      if (!isMarketplace(partner))
        throw invalid([{ pointer: '/partner', message: `must be a marketplace, ${marketplaceCodes}` }]);
      return { body: { operationID: await importProducts(scope, partner), partner } };
    },
  },
});

/**
 * Enqueues an observation of all listings at a marketplace.
 * @returns the job's id
 */
async function importProducts(scope: OrgTransaction, partner: string): Promise<string> {
  const { id } = prepareJob(scope, importJob, { partner });
  await scope.query(enqueue(scope, importJob, { partner }, { id }));
  return id;
}

type Payload = { partner: string };

/**
 * Lists all listings of a marketplace and enqueues an observation of each; unknown listings become products.
 */
const importJob: JobDefinition<Payload> = {
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
    onNotConnected: (job, { partner }) =>
      job.finish(`failed: ${noIntegration(partner).readable}`, undefined, 'FAILED'),
    call: ({ adapter }) => allListings(adapter),
    finish: (job, listings, { partner }) =>
      job.finish(`reading ${listings.length} listings`, async (scope) => {
        // Each listing is observed in its own lane, so that an older observation never overwrites a newer observation.
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
