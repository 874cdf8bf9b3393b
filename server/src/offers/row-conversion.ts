import { isMarketplace, type JsonObject } from '../marketplaces/index.ts';
import type { WorkloadMetaInfo } from '../products/records/index.ts';
import type { OfferRow } from './columns.ts';

const publicTypes: readonly string[] = ['DEFAULT', 'FREE_TRIAL'];

/** Says whether a type is private: every type but DEFAULT and FREE_TRIAL (R21). */
export const isPrivate = (offerType: string): boolean => !publicTypes.includes(offerType);

/** Says whether a marketplace has the offer, or is to have it: direct sales and public offers are kept here alone. */
export const isAtMarketplace = (offer: Pick<OfferRow, 'partner' | 'offer_type'>): boolean =>
  isMarketplace(offer.partner) && isPrivate(offer.offer_type);

/** The offer that is taken back once this one is published (R29). */
export const sourceOf = (metaInfo: WorkloadMetaInfo | undefined): string | undefined =>
  metaInfo?.sourceOfferIdToCancelAfterPublish || undefined;

/** A stored offer whose maps are read, as marketplaces and documents need it. */
export const withMaps = (
  offer: OfferRow,
): Omit<OfferRow, 'info' | 'meta_info'> & { info: JsonObject; metaInfo: JsonObject } => {
  const { info, meta_info: metaInfo, ...columns } = offer;
  return { ...columns, info: JSON.parse(info), metaInfo: JSON.parse(metaInfo) };
};
