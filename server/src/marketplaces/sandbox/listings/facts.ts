import type { ProductSnapshot } from '../../snapshots.ts';
import type { JsonObject, ProductSpec } from '../../specifications.ts';
import type { Derive } from '../mirrors/facts.ts';

/** A listing of the sandbox, from which its records follow. */
export type ListingFacts = {
  organizationId: string;
  id: string;
  status: ProductSnapshot['status'];
  spec: ProductSpec;
};

/** A flat fee or a metered dimension as the product's info has it; the records belong to another slice. */
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
  /** Whether everybody may see and buy it. */
  isPublic: boolean;
};

/** The records of a product's info that one marketplace keeps. Undefined fields are left out. */
export type ListingMirror = (listing: Listing, derive: Derive) => JsonObject;

/** Reads what the seller gave of a record; what the marketplace itself decides is laid over it. */
export const given = ({ spec }: Listing, field: string): JsonObject => (spec.info[field] ?? {}) as JsonObject;

export const monthsOf = ({ length = 1, timeUnit }: Fee): number => length * (timeUnit === 'YEAR' ? 12 : 1);
