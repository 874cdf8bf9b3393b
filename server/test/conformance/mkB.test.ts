import { afterAll, beforeAll, describe } from 'vitest';
import type { OfferSpec } from '../../src/marketplaces/index.ts';
import type { Product } from '../fakes/mkB/fulfilment/products.ts';
import {
  type MkBWorld,
  plans,
  purchaseOf,
  type Seller,
  startWorld,
} from '../marketplaces/mkB/world.fixture.ts';
import { conforms, type World } from './suite.ts';

let real: MkBWorld;
let seller: Seller;
let stranger: Seller;
let product: Product;
beforeAll(async () => {
  real = await startWorld();
  [seller, stranger] = [real.newSeller(), real.newSeller()];
  product = seller.addProduct({ plans: plans ?? [] });
  real.service.withdrawsCustomerOffers(true);
});
afterAll(() => real.stop());

const offer = (key: string, more: Partial<OfferSpec> = {}): OfferSpec => ({
  key,
  name: 'Offer',
  offerType: 'PRIVATE',
  productId: 'prd_1',
  externalProductId: product.offerId,
  externalBuyerId: 'account-1',
  buyerName: 'Globex',
  expireTime: '2031-06-15T23:59:59.999Z',
  endTime: '2032-06-01T00:00:00Z',
  info: { currency: 'USD', commits: [{ key: 'flat', rate: 1200, length: 1, timeUnit: 'YEAR' }] },
  metaInfo: {},
  ...more,
});

describe('marketplace B', () => {
  // Notifications are tested with the adapter: their token is signed, their body is not.
  const world: World = {
    partner: 'MKB',
    adapter: () => seller.adapter,
    stranger: () => stranger.adapter,
    accepted: (key) => offer(key),
    refused: (key) => offer(key, { name: 'Offer #1' }),
    agreement: async (waits) => purchaseOf(real.service, product, { isActive: !waits }).id,
    settle: () => real.service.settle(),
    now: async () => new Date(real.service.now()),
    pass: (seconds) => real.service.pass(seconds * 1000),
    dimension: 'calls',
  };
  conforms(world);
});
