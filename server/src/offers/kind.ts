import { isDirect, isMarketplace } from '../marketplaces/index.ts';
import type { WorkloadMetaInfo } from '../products/records/index.ts';
import type { OfferRow } from './columns.ts';
import type { OfferStatus, WorkloadOffer } from './records.ts';

const publicTypes: readonly string[] = ['DEFAULT', 'FREE_TRIAL'];

/** Returns whether an offer type is private: every type except DEFAULT and FREE_TRIAL (R21). */
export const isPrivate = (offerType: string): boolean => !publicTypes.includes(offerType);

/**
 * Returns whether an offer exists, or will exist, at a marketplace. Direct sales and public offers exist only in
 * Tradepost.
 */
export const isAtMarketplace = (offer: Pick<OfferRow, 'partner' | 'offer_type'>): boolean =>
  isMarketplace(offer.partner) && isPrivate(offer.offer_type);

/** Reads the id of the source offer that is cancelled after a copy is published (R29). */
export const sourceOf = (metaInfo: WorkloadMetaInfo | undefined): string | undefined =>
  metaInfo?.sourceOfferIdToCancelAfterPublish || undefined;

/** Types with only subscription or usage prices. Offers of these types cannot start on a date. */
const withoutContract: readonly string[] = ['SUBSCRIPTION', 'PAYG', 'USAGE_BASED'];

/** Returns the type of an offer: PRIVATE by default (R21). */
export const offerTypeOf = (offer: Pick<WorkloadOffer, 'offerType'>): string => offer.offerType || 'PRIVATE';

/** Derives `info.visibility`; the caller's value is ignored (R21). */
export const visibilityOf = (offerType: string): 'PRIVATE' | 'PUBLIC' =>
  isPrivate(offerType) ? 'PRIVATE' : 'PUBLIC';

/**
 * Returns whether an offer is for a contract product (R22): one of its types is CONTRACT, or none of its types
 * excludes a contract.
 */
export function isContract(offer: Pick<WorkloadOffer, 'offerType' | 'productType'>): boolean {
  const types = [offer.offerType ?? '', offer.productType ?? ''];
  return types.includes('CONTRACT') || !types.some((type) => withoutContract.includes(type));
}

/** Derives the first status of a new offer or a submitted draft (R36). */
export function initialStatus(fields: { partner?: string | undefined; offerType: string }): OfferStatus {
  if (!isPrivate(fields.offerType)) return 'ACTIVE';
  return isDirect(fields.partner) ? 'PENDING_ACCEPTANCE' : 'PENDING_CREATE';
}
