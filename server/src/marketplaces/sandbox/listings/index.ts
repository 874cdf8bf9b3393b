import type { MarketplacePartner } from '../../partners.ts';
import type { JsonObject, ProductSpec } from '../../specifications.ts';
import { derive } from '../mirrors/facts.ts';
import type { Fee, ListingFacts, ListingMirror, Meter } from './facts.ts';
import { mkA, pricesOfDimensions } from './mkA.ts';
import { mkB } from './mkB.ts';
import { mkC } from './mkC.ts';
import { mkD } from './mkD.ts';
import { mkF } from './mkF.ts';

const mirrors: Record<MarketplacePartner, ListingMirror> = {
  MKA: mkA,
  MKB: mkB,
  MKC: mkC,
  MKD: mkD,
  // ProductInfo has no record for this marketplace.
  MKE: () => ({}),
  MKF: mkF,
};

/** Fields of a product's info that a marketplace sets in addition to its own records. */
const priceFields = [
  'commits',
  'currency',
  'dimensions',
  'eulaType',
  'eulaUrl',
  'refundCancellationPolicy',
] as const;

/**
 * Derives the prices, conditions and own records that a marketplace returns for a listing. A pure function.
 */
export function listingOf(
  partner: MarketplacePartner,
  facts: ListingFacts,
): { terms: JsonObject; mirror: JsonObject } {
  const { info, metaInfo } = facts.spec;
  const prices = { ...pricesOfDimensions(partner, metaInfo.mkASaasProductDimensions), ...info } as {
    commits?: Fee[];
    dimensions?: Meter[];
    currency?: string;
  };
  const listing = {
    ...facts,
    name: facts.spec.name ?? facts.spec.key,
    vendor: vendorOf(facts.spec) ?? 'Sandbox vendor',
    currency: prices.currency || 'USD',
    commits: prices.commits ?? [],
    dimensions: prices.dimensions ?? [],
    isPublic: facts.status === 'PUBLIC',
  };
  const terms = Object.fromEntries(
    priceFields
      .map((name) => [name, (prices as JsonObject)[name]])
      .filter(([, value]) => value !== undefined),
  );
  return {
    terms: { ...terms, currency: listing.currency },
    mirror: prune(mirrors[partner](listing, derive)),
  };
}

/** Returns the vendor in the seller's attributes. */
export function vendorOf({ info }: ProductSpec): string | undefined {
  const name = (info.attributes as { vendorName?: unknown } | undefined)?.vendorName;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Removes undefined fields, so that records compare equal before and after they are stored. */
const prune = (value: JsonObject): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;
