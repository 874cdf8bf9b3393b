import type { MarketplacePartner } from '../../partners.ts';
import type { JsonObject, ProductSpec } from '../../specifications.ts';
import type { CatalogueEntry } from './entry.ts';
import { mkA } from './mkA.ts';
import { mkB } from './mkB.ts';
import { mkC } from './mkC.ts';
import { mkD } from './mkD.ts';
import { mkE } from './mkE.ts';
import { mkF } from './mkF.ts';

const prefix = 'catalogue:';
const entries: Record<MarketplacePartner, readonly CatalogueEntry[]> = {
  MKA: mkA,
  MKB: mkB,
  MKC: mkC,
  MKD: mkD,
  MKE: mkE,
  MKF: mkF,
};

/**
 * Says whether a key is that of a listing that the sandbox had by itself, so that no product of ours stands behind it.
 */
export const catalogueKey = (key: string): boolean => key.startsWith(prefix);

/** The listings that every TEST organization finds at a marketplace of the sandbox. */
export const catalogueOf = (partner: MarketplacePartner): readonly ProductSpec[] =>
  entries[partner].map(({ slug, name, productType, fulfillmentUrl, info }) => ({
    key: `${prefix}${slug}`,
    name,
    productType,
    fulfillmentUrl,
    info: { currency: 'USD', attributes: { vendorName: 'Demonstration' }, ...info } as JsonObject,
    metaInfo: {},
  }));
