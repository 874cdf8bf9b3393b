import type { JsonObject } from '../../adapter.ts';
import type { Fee, Meter } from '../listings/facts.ts';

/** One product of the catalogue, as its seller would have entered it at the marketplace. */
export type CatalogueEntry = {
  slug: string;
  name: string;
  productType: string;
  fulfillmentUrl?: string | undefined;
  info: JsonObject & { commits?: readonly Fee[]; dimensions?: readonly Meter[] };
};

/** Where a buyer of the demonstration's products signs up. */
export const signup = (product: string): string => `https://demonstration.example/signup/${product}`;
