import { agreementChanges, type Capabilities, type MarketplacePartner } from '../adapter.ts';

/** What each marketplace that the sandbox plays can do, as published by it. */
const capabilities: Record<MarketplacePartner, Omit<Capabilities, 'partner'>> = {
  MKA: {
    privateOffers: true,
    approval: false,
    recordedCreateRetries: 0,
    createIdempotency: 'token',
    cancelOffer: 'expire',
    extend: true,
    updatable: ['expireTime', 'info.mkAAgreementDuration'],
    cancelAgreement: 'request',
    changeQuantity: false,
    agreementChanges: ['renew', 'changeQuantity', 'changePlan'],
    usage: { maximumBatch: 25, lateWindowHours: 24, quantity: 'integer', zeroAllowed: true },
  },
  MKB: {
    privateOffers: true,
    approval: true,
    recordedCreateRetries: 0,
    createIdempotency: 'lookup',
    cancelOffer: 'native',
    extend: false,
    updatable: [],
    cancelAgreement: 'immediate',
    changeQuantity: true,
    agreementChanges,
    usage: { maximumBatch: 25, lateWindowHours: 24, quantity: 'decimal', zeroAllowed: false },
  },
  MKC: {
    privateOffers: true,
    approval: true,
    recordedCreateRetries: 8,
    createIdempotency: 'lookup',
    cancelOffer: 'native',
    extend: true,
    updatable: ['expireTime', 'info.mkCProviderInternalNote'],
    cancelAgreement: 'none',
    changeQuantity: false,
    agreementChanges: ['suspend', 'renew', 'changePlan'],
    usage: { maximumBatch: 1000, lateWindowHours: 1, quantity: 'decimal', zeroAllowed: false },
  },
  MKD: {
    privateOffers: false,
    approval: false,
    recordedCreateRetries: 0,
    createIdempotency: 'none',
    cancelOffer: 'none',
    extend: false,
    updatable: [],
    cancelAgreement: 'none',
    changeQuantity: false,
    agreementChanges: ['suspend', 'renew', 'changePlan'],
    usage: { maximumBatch: 100, lateWindowHours: 2, quantity: 'integer', zeroAllowed: true },
  },
  MKE: {
    privateOffers: true,
    approval: false,
    recordedCreateRetries: 0,
    createIdempotency: 'token',
    cancelOffer: 'native',
    extend: true,
    updatable: ['name', 'expireTime', 'endTime', 'info.*'],
    cancelAgreement: 'none',
    changeQuantity: false,
    agreementChanges: ['suspend', 'renew'],
    usage: { maximumBatch: 100, lateWindowHours: 24, quantity: 'decimal', zeroAllowed: false },
  },
  MKF: {
    privateOffers: true,
    approval: false,
    recordedCreateRetries: 0,
    createIdempotency: 'lookup',
    cancelOffer: 'native',
    extend: true,
    updatable: ['name', 'expireTime', 'info.*'],
    cancelAgreement: 'none',
    changeQuantity: false,
    agreementChanges: ['renew'],
    usage: undefined,
  },
};

const standardAgreement = (type: string): string =>
  `Standard agreement ${type} of the sandbox. It stands for the text that the marketplace publishes, and binds nobody.`;

export const capabilitiesOf = (partner: MarketplacePartner): Capabilities => ({
  partner,
  standardAgreements: Object.fromEntries(
    ['SCMP', 'ECMP', 'RCMP', 'ISV'].map((type) => [type, standardAgreement(type)]),
  ),
  ...capabilities[partner],
});
