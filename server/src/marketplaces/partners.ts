export const marketplacePartners = ['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'] as const;
export type MarketplacePartner = (typeof marketplacePartners)[number];

/** The codes of the marketplaces, for messages. */
export const marketplaceCodes = `${marketplacePartners[0]} to ${marketplacePartners.at(-1)}`;

/** Partners that only process payments of direct sales. */
export const paymentPartners: readonly string[] = ['PAYA', 'PAYB'];

/**
 * Returns whether a sale is direct: without a partner, or with a partner that only processes the payment
 * (R36).
 */
export const isDirect = (partner: string | null | undefined): boolean =>
  !partner || paymentPartners.includes(partner);

export const isMarketplace = (partner: string | null | undefined): partner is MarketplacePartner =>
  (marketplacePartners as readonly string[]).includes(partner ?? '');
