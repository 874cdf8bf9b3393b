import type { OfferSpec } from '../specifications.ts';

/** Creates the specification of a private offer with only the given values. */
export const specOf = (more: Partial<OfferSpec>): OfferSpec => ({
  key: 'k',
  name: undefined,
  offerType: 'PRIVATE',
  productId: undefined,
  externalProductId: undefined,
  externalBuyerId: undefined,
  buyerName: undefined,
  expireTime: undefined,
  endTime: undefined,
  info: {},
  metaInfo: {},
  ...more,
});
