import { afterAll, beforeAll, describe } from 'vitest';
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
});
afterAll(() => real.stop());

const noOffers = (): never => {
  throw new Error('the adapter has no private offers');
};

describe('marketplace B', () => {
  // Notifications are tested with the adapter: their token is signed, their body is not.
  const world: World = {
    partner: 'MKB',
    adapter: () => seller.adapter,
    stranger: () => stranger.adapter,
    accepted: noOffers,
    agreement: async (waits) => purchaseOf(real.service, product, { isActive: !waits }).id,
    settle: () => real.service.settle(),
    now: async () => new Date(real.service.now()),
    pass: (seconds) => real.service.pass(seconds * 1000),
    dimension: 'calls',
  };
  conforms(world);
});
