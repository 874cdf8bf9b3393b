import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Product } from '../../fakes/mkB/fulfilment/products.ts';
import { kindOf, type MkBWorld, plans, purchaseOf, type Seller, startWorld } from './world.fixture.ts';

let world: MkBWorld;
let seller: Seller;
let product: Product;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(() => {
  seller = world.newSeller();
  product = seller.addProduct({ plans: plans ?? [], name: 'Analytics' });
});
afterAll(() => world.stop());

test('a listing without purchases is read from the catalogue, with its name, its plans and their prices', async () => {
  expect(await seller.adapter.readProduct(product.offerId)).toEqual({
    key: undefined,
    externalId: product.offerId,
    status: 'CREATED',
    name: 'Analytics',
    productType: undefined,
    fulfillmentUrl: undefined,
    vendorName: undefined,
    failure: undefined,
    terms: {
      currency: 'USD',
      commits: [
        { key: 'seats', name: 'Seats', type: 'PER_USER', rate: 100, length: 1, timeUnit: 'MONTH' },
        { key: 'seats', name: 'Seats', type: 'PER_USER', rate: 1000, length: 1, timeUnit: 'YEAR' },
        { key: 'flat', name: 'Flat', type: 'FLAT_RATE', rate: 100, length: 1, timeUnit: 'MONTH' },
        { key: 'flat', name: 'Flat', type: 'FLAT_RATE', rate: 1000, length: 1, timeUnit: 'YEAR' },
      ],
      dimensions: [
        { key: 'calls', name: 'calls', planId: 'seats', planName: 'Seats', rate: 1 },
        { key: 'calls', name: 'calls', planId: 'flat', planName: 'Flat', rate: 1 },
      ],
    },
    mirror: {
      mkBProductResource: {
        product: {
          id: product.durableId,
          type: 'softwareAsAService',
          alias: 'Analytics',
          identity: { externalId: product.offerId },
        },
      },
    },
  });
});

test('a listing with purchases is public, and has the prices of its subscriptions', async () => {
  purchaseOf(world.service, product);
  const read = await seller.adapter.readProduct(product.offerId);
  expect(read).toMatchObject({ name: 'Analytics', status: 'PUBLIC' });
  expect(read?.terms.commits).toHaveLength(4);
  expect(read?.terms.commits).toContainEqual(expect.objectContaining({ key: 'seats', maximumUsers: 100 }));
});

test('all listings of the seller are listed, and those of no other seller', async () => {
  const second = seller.addProduct();
  world.newSeller().addProduct();
  expect(await seller.adapter.listProducts()).toEqual({
    items: [{ externalId: product.offerId }, { externalId: second.offerId }],
    cursor: undefined,
  });
  expect(await seller.adapter.readProduct('nothing')).toBeUndefined();
});

test('without the role, listings are read page by page through their subscriptions', async () => {
  world.service.forbid(seller.app, 'graph');
  for (let count = 0; count < 101; count++) purchaseOf(world.service, product);
  const first = await seller.adapter.listProducts();
  expect(first.cursor).toBeDefined();
  const second = await seller.adapter.listProducts({ cursor: first.cursor });
  expect([first.refused?.length, second.refused?.length, second.cursor]).toEqual([1, 1, undefined]);
  expect(await seller.adapter.readProduct(product.offerId)).toMatchObject({
    status: 'PUBLIC',
    name: undefined,
  });
});

test('a catalogue that does not respond is not taken for a missing role', async () => {
  for (const operation of ['listProducts', 'listPlans', 'getPrice'])
    for (const call of [
      () => seller.adapter.readProduct(product.offerId),
      ...(operation === 'listProducts' ? [() => seller.adapter.listProducts()] : []),
    ]) {
      world.service.failNext(operation, { status: 503, code: 'Unavailable', message: 'no' });
      expect(await kindOf(call())).toBe('unreachable');
    }
});
