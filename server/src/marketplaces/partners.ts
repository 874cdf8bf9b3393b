export const marketplacePartners = ['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'] as const;
export type MarketplacePartner = (typeof marketplacePartners)[number];

/** Partners that only take the payment of a direct sale. */
export const paymentPartners: readonly string[] = ['PAYA', 'PAYB'];

/** A direct sale has no partner, or one that only takes the payment (R36). */
export const isDirect = (partner: string | null | undefined): boolean =>
  !partner || paymentPartners.includes(partner);

export const isMarketplace = (partner: string | null | undefined): partner is MarketplacePartner =>
  (marketplacePartners as readonly string[]).includes(partner ?? '');
