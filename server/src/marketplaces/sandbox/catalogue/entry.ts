import type { JsonObject } from '../../specifications.ts';
import type { Fee, Meter } from '../listings/facts.ts';

/** A product of the catalogue, as its seller would have entered it at the marketplace. */
export type CatalogueEntry = {
  slug: string;
  name: string;
  productType: string;
  fulfillmentUrl?: string | undefined;
  info: JsonObject & { commits?: readonly Fee[]; dimensions?: readonly Meter[] };
};

/** The address at which a buyer of the demonstration's products signs up. */
export const signup = (product: string): string => `https://demonstration.example/signup/${product}`;
