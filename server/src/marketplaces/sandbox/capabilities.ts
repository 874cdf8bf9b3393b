import type { Capabilities, MarketplacePartner } from '../adapter.ts';

/** What each marketplace that the sandbox plays can do, as published by it. */
const capabilities: Record<MarketplacePartner, Omit<Capabilities, 'partner'>> = {
  MKA: {
    privateOffers: true,
    approval: false,
    recordedCreateRetries: 0,
    createIdempotency: 'token',
    cancelOffer: 'expire',
    cancelAgreement: 'request',
    changeQuantity: false,
    usage: { maximumBatch: 25, lateWindowHours: 24, quantity: 'integer', zeroAllowed: true },
  },
  MKB: {
    privateOffers: true,
    approval: true,
    recordedCreateRetries: 0,
    createIdempotency: 'lookup',
    cancelOffer: 'native',
    cancelAgreement: 'immediate',
    changeQuantity: true,
    usage: { maximumBatch: 25, lateWindowHours: 24, quantity: 'decimal', zeroAllowed: false },
  },
  MKC: {
    privateOffers: true,
    approval: true,
    recordedCreateRetries: 8,
    createIdempotency: 'lookup',
    cancelOffer: 'native',
    cancelAgreement: 'none',
    changeQuantity: false,
    usage: { maximumBatch: 1000, lateWindowHours: 1, quantity: 'decimal', zeroAllowed: false },
  },
  MKD: {
    privateOffers: false,
    approval: false,
    recordedCreateRetries: 0,
    createIdempotency: 'none',
    cancelOffer: 'none',
    cancelAgreement: 'none',
    changeQuantity: false,
    usage: { maximumBatch: 100, lateWindowHours: 2, quantity: 'integer', zeroAllowed: true },
  },
  MKE: {
    privateOffers: true,
    approval: false,
    recordedCreateRetries: 0,
    createIdempotency: 'token',
    cancelOffer: 'native',
    cancelAgreement: 'none',
    changeQuantity: false,
    usage: { maximumBatch: 100, lateWindowHours: 24, quantity: 'decimal', zeroAllowed: false },
  },
  MKF: {
    privateOffers: true,
    approval: false,
    recordedCreateRetries: 0,
    createIdempotency: 'lookup',
    cancelOffer: 'native',
    cancelAgreement: 'none',
    changeQuantity: false,
    usage: undefined,
  },
};

export const capabilitiesOf = (partner: MarketplacePartner): Capabilities => ({
  partner,
  ...capabilities[partner],
});
