import { expect } from 'vitest';
import type { OfferSpec } from '../../specifications.ts';
import { planOffer } from './offer.ts';
import type { OfferFacts } from './offer-terms.ts';

export const today = '2031-01-10';
export const commit = { key: 'seats', rate: 600, quantity: 2, length: 1, timeUnit: 'YEAR' };
const base = { currency: 'USD', eulaType: 'SCMP', commits: [commit] };

export const offer = (info: Record<string, unknown> = {}, more: Partial<OfferSpec> = {}): OfferSpec => ({
  key: 'ofr_1',
  name: 'An offer',
  offerType: 'PRIVATE',
  productId: undefined,
  externalProductId: 'prod-1',
  externalBuyerId: '111122223333',
  buyerName: undefined,
  expireTime: '2031-02-01T00:00:00.000Z',
  endTime: undefined,
  info: { ...base, ...info },
  metaInfo: {},
  ...more,
});

export const plan = (spec: OfferSpec, facts: Partial<OfferFacts> = {}) =>
  planOffer(spec, { today, ...facts });
export const detailsIn = (spec: OfferSpec, facts: Partial<OfferFacts> = {}) => {
  const { changes, refusals } = plan(spec, facts);
  expect(refusals).toEqual([]);
  return Object.fromEntries(changes.map(({ ChangeType, DetailsDocument }) => [ChangeType, DetailsDocument]));
};
export const refusedAt = (spec: OfferSpec) => plan(spec).refusals.map(({ pointer }) => pointer);
export const codes = (spec: OfferSpec) => plan(spec).refusals.map(({ code }) => code);
