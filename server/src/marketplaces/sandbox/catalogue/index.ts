import type { MarketplacePartner } from '../../partners.ts';
import type { JsonObject, ProductSpec } from '../../specifications.ts';
import { entries } from './entries.ts';

const prefix = 'catalogue:';

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
