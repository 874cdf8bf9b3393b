import type { WorkloadOffer } from '../records.ts';
import { isPrivate } from '../row-conversion.ts';

/** Types whose price is by subscription or by use alone: no contract that could start on a date. */
const withoutContract: readonly string[] = ['SUBSCRIPTION', 'PAYG', 'USAGE_BASED'];

/** The kind of an offer: PRIVATE when none is given (R21). */
export const offerTypeOf = (offer: Pick<WorkloadOffer, 'offerType'>): string => offer.offerType || 'PRIVATE';

/** Computes `info.visibility`, whatever the caller sends (R21). */
export const visibilityOf = (offerType: string): 'PRIVATE' | 'PUBLIC' =>
  isPrivate(offerType) ? 'PRIVATE' : 'PUBLIC';

/** Says whether an offer is for a contract product (R22): said by a type, or not denied by any. */
export function isContract(offer: Pick<WorkloadOffer, 'offerType' | 'productType'>): boolean {
  const types = [offer.offerType ?? '', offer.productType ?? ''];
  return types.includes('CONTRACT') || !types.some((type) => withoutContract.includes(type));
}
