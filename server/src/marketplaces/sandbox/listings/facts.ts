import type { ProductSnapshot } from '../../snapshots.ts';
import type { JsonObject, ProductSpec } from '../../specifications.ts';
import type { Derive } from '../mirrors/facts.ts';

/** The listing data of the sandbox, from which its records are derived. */
export type ListingFacts = {
  organizationId: string;
  id: string;
  status: ProductSnapshot['status'];
  spec: ProductSpec;
};

/** A flat fee or metered dimension of a product's info; a different slice defines the schema. */
export type Fee = {
  key?: string;
  name?: string;
  description?: string;
  rate?: number;
  length?: number;
  timeUnit?: string;
  type?: string;
  minimumUsers?: number;
  maximumUsers?: number;
  types?: string[];
};
export type Meter = {
  key?: string;
  name?: string;
  description?: string;
  category?: string;
  rate?: number;
  priceTiers?: unknown[];
  planId?: string;
  planName?: string;
  types?: string[];
};

export type Listing = ListingFacts & {
  name: string;
  vendor: string;
  currency: string;
  commits: readonly Fee[];
  dimensions: readonly Meter[];
  /** Whether the listing is public. */
  isPublic: boolean;
};

/** Derives the records of a product's info that one marketplace owns. Undefined fields are omitted. */
export type ListingMirror = (listing: Listing, derive: Derive) => JsonObject;

/** Returns the seller's values of a record; values set by the marketplace are merged over them. */
export const sellerValues = ({ spec }: Listing, field: string): JsonObject =>
  (spec.info[field] ?? {}) as JsonObject;

export const monthsOf = ({ length = 1, timeUnit }: Fee): number => length * (timeUnit === 'YEAR' ? 12 : 1);
