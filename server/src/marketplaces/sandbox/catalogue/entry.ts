import type { JsonObject } from '../../specifications.ts';
import type { Fee, Meter } from '../listings/facts.ts';

/** A product of the catalogue, in the format that a seller would enter. */
export type CatalogueEntry = {
  slug: string;
  name: string;
  productType: string;
  fulfillmentUrl?: string | undefined;
  info: JsonObject & { commits?: readonly Fee[]; dimensions?: readonly Meter[] };
};

/** The sign-up URL for buyers of the demonstration products. */
export const signup = (product: string): string => `https://demonstration.example/signup/${product}`;
