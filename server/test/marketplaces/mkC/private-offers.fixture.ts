import { expect } from 'vitest';
import type { Change, MarketplaceAdapter, OfferSpec } from '../../../src/marketplaces/index.ts';
import type { MkC } from '../../fakes/mkC/server.ts';

export const account = '012345-6789AB-CDEF01';
/** Returns the specification of a private offer of the plan silver. */
export const specOf = (
  externalProductId: string,
  info: Record<string, unknown> = {},
  more: Partial<OfferSpec> = {},
): OfferSpec => ({
  key: 'ofr_01m7z53rfeexsaxs9hq5zzmybg',
  name: 'Silver for Globex',
  offerType: 'PRIVATE',
  productId: 'prd_1',
  externalProductId,
  externalBuyerId: undefined,
  buyerName: 'Globex',
  expireTime: '2031-06-15T23:59:59.999Z',
  endTime: undefined,
  info: {
    currency: 'USD',
    commits: [{ key: 'silver', rate: 100.5, quantity: 2 }],
    eulaType: 'SCMP',
    mkCCustomerInfo: { contact: 'Ada', email: 'ada@globex.example', unverifiedBillingAccount: account },
    mkCDuration: 12,
    mkCOfferDealType: 'NEW',
    mkCPaymentRecurrence: 'QUARTERLY_PERIOD',
    mkCProviderInfo: { salesContactName: 'Sales', salesContactEmail: 'sales@seller.example' },
    mkCProviderInternalNote: 'Discount agreed by phone',
    mkCProviderPublicNote: 'Welcome',
    ...info,
  },
  metaInfo: {},
  ...more,
});

/** Polls a change as its job does, until it ends. */
export async function ended(
  mkC: MkC,
  port: Required<MarketplaceAdapter>,
  asked: Promise<Change>,
): Promise<Change> {
  let change = await asked;
  while (change.state === 'RUNNING') {
    await mkC.pass(change.askAgainMs);
    change = await port.readChange(change.handle);
  }
  return change;
}

export const plans = [
  { name: 'silver', standardOffer: 'so-1' },
  { name: 'gold', standardOffer: 'so-2', isUsageBased: true },
];

export const refusedWith = (words: RegExp) => ({ kind: 'refused', readable: expect.stringMatching(words) });
