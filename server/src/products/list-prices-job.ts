import { z } from 'zod';
import type { JsonObject } from '../marketplaces/index.ts';
import { backoff, type JobDefinition } from '../platform/jobs/queue.ts';

/** The list prices of a product have changed at its marketplace: whoever derives prices from them is to follow (R23). */
export const listPricesJob: JobDefinition<{ productId: string }> = {
  kind: 'products.listPrices',
  payload: z.object({ productId: z.string() }),
  lane: ({ productId }) => `listPrices:${productId}`,
  retry: backoff({ tries: 10 }),
};

type Priced = { key?: string; planId?: string; rate?: number };

/** Says whether two states of a product have other rates, of commits or of dimensions. */
export function changesListPrices(before: JsonObject, after: JsonObject): boolean {
  const rates = (info: JsonObject): string =>
    JSON.stringify(
      [info.commits, info.dimensions].map((list) =>
        ((list ?? []) as Priced[]).map(({ key, planId, rate }) => [key, planId, rate]),
      ),
    );
  return rates(before) !== rates(after) || before.currency !== after.currency;
}
