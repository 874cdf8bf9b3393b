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

/** Returns whether a key belongs to a listing of the catalogue, which was not created from a product. */
export const catalogueKey = (key: string): boolean => key.startsWith(prefix);

/** Returns the listings of a sandbox marketplace for every TEST organization. */
export const catalogueOf = (partner: MarketplacePartner): readonly ProductSpec[] =>
  entries[partner].map(({ slug, name, productType, fulfillmentUrl, info }) => ({
    key: `${prefix}${slug}`,
    name,
    productType,
    fulfillmentUrl,
    info: { currency: 'USD', attributes: { vendorName: 'Demonstration' }, ...info } as JsonObject,
    metaInfo: {},
  }));
