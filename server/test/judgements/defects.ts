import type { MarketplacePartner } from '../../src/marketplaces/index.ts';

type Json = Record<string, unknown>;
/** A body of an offer, as a test builds it. */
export type OfferBody = Json & { info: Json; metaInfo?: Json };

/** A change of a complete offer, after which its marketplace rejects the offer. */
export type Defect = {
  name: string;
  /** JSON pointer of the finding. */
  at: string;
  /** True if the offer lacks a value, false if it has a wrong value. */
  isMissing?: true;
  apply(offer: OfferBody): OfferBody;
};

/** Sets fields of info; undefined removes them. */
export const withInfo =
  (info: Json) =>
  (offer: OfferBody): OfferBody => ({ ...offer, info: { ...offer.info, ...info } });
/** Sets fields of the offer; undefined removes them. */
export const withFields =
  (fields: Json) =>
  (offer: OfferBody): OfferBody => ({ ...offer, ...fields });

/** An offer that lacks a value. */
export const lacks = (name: string, at: string, apply: Defect['apply']): Defect => ({
  name,
  at,
  isMissing: true,
  apply,
});
/** An offer with a wrong value. */
export const has = (name: string, at: string, apply: Defect['apply']): Defect => ({ name, at, apply });

/** What a marketplace needs for the comparison: a complete offer, its product, and the defects of offers. */
export type Judged = {
  partner: MarketplacePartner;
  /** The body of the product that the offers name. */
  product: Json;
  complete: OfferBody;
  defects: readonly Defect[];
};
