import type { OfferSpec } from '../specifications.ts';
import { authorizationTypes } from './mirrors/mkA-resale.ts';

/** Returns whether a partner must act before an offer is visible to buyers. */
export function awaitsPartner({ offerType, info }: OfferSpec): boolean {
  const { privateOfferType } = (info.mkBPrivateOffer ?? {}) as { privateOfferType?: string };
  return offerType === 'CPPO_OUT' || privateOfferType === 'multipartyPromotionOriginator';
}

export const isAuthorization = ({ offerType }: OfferSpec): boolean => authorizationTypes.includes(offerType);
