import { refusalsOfResale as refusalsOfResaleAtMkA } from './mkA/change-set/resale-refusals.ts';
import type { MarketplacePartner } from './partners.ts';
import type { OfferSpec } from './specifications.ts';

/** A violation of an authorization by a resale offer: the marketplace's code, the field, and the remedy. */
export type ResaleRefusal = { code: string; pointer: string; readable: string };

/**
 * The rules for resale offers, for each marketplace with resale authorizations. The adapters apply the same
 * functions.
 */
const rules: Partial<Record<MarketplacePartner, (spec: OfferSpec) => readonly ResaleRefusal[]>> = {
  MKA: refusalsOfResaleAtMkA,
};

/** Finds violations of the resold authorization by an offer. */
export const refusalsOfResale = (partner: MarketplacePartner, spec: OfferSpec): readonly ResaleRefusal[] =>
  rules[partner]?.(spec) ?? [];
