import type { AgreementSnapshot, JsonObject } from '../../marketplaces/index.ts';
import type { DeriveInput } from './index.ts';

type Offer = NonNullable<DeriveInput['offer']>;

export const anAgreement = (overrides: Partial<AgreementSnapshot> = {}): AgreementSnapshot => ({
  externalId: 'agreement-1',
  revision: 1,
  status: 'ACTIVE',
  externalStatus: 'Active',
  needsApproval: false,
  offerKey: undefined,
  externalOfferId: undefined,
  productId: undefined,
  externalProductId: undefined,
  externalBuyerId: 'buyer-1',
  buyerName: undefined,
  acceptedAt: '2026-01-01T00:00:00.000Z',
  startTime: '2026-01-01T00:00:00.000Z',
  endTime: undefined,
  buyerCommitQuantities: undefined,
  terms: undefined,
  mirror: {},
  billingAccountId: undefined,
  ...overrides,
});

export const anOffer = (info: JsonObject = {}, overrides: Partial<Omit<Offer, 'info'>> = {}): Offer => ({
  partner: undefined,
  offerType: 'PRIVATE',
  endTime: undefined,
  metaInfo: {},
  ...overrides,
  info,
});

/** An agreement on an offer, for a product without any data. */
export const accepted = (offer: Offer, agreement: Partial<AgreementSnapshot> = {}): DeriveInput => ({
  offer,
  agreement: anAgreement(agreement),
  product: undefined,
});

export const ordered = (agreement: Partial<AgreementSnapshot>, partner?: string): DeriveInput => ({
  offer: undefined,
  agreement: anAgreement(agreement),
  product: undefined,
  partner,
});
