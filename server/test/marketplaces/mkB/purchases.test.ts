import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '../../fakes/mkB/fulfilment/products.ts';
import { kindOf, type MkBWorld, plans, purchaseOf, type Seller, startWorld } from './world.fixture.ts';

let world: MkBWorld;
let seller: Seller;
let product: Product;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller();
  product = seller.addProduct({ plans: plans ?? [] });
});
afterAll(() => world.stop());

const resolve = (token: string, by = seller) => by.adapter.resolvePurchase?.(token) as Promise<unknown>;

describe('a purchase token', () => {
  test('is resolved to the buyer, the subscription and the plan, as often as needed', async () => {
    const one = purchaseOf(world.service, product, { isActive: false });
    const address = new URL(world.service.landingAddress(one));
    const parameter = seller.adapter.describe().purchaseTokenParameter as string;
    const token = address.searchParams.get(parameter) as string;
    for (const _ of [1, 2])
      expect(await resolve(token)).toEqual({
        externalBuyerId: one.beneficiary.tenantId,
        externalProductId: product.offerId,
        externalAgreementId: one.id,
        planId: 'seats',
      });
  });

  test('also opens the page of an active subscription', async () => {
    const one = purchaseOf(world.service, product);
    expect(await resolve(world.service.purchaseToken(one))).toMatchObject({ externalAgreementId: one.id });
  });

  test('of another seller, a spent token and a wrong token are refused', async () => {
    const one = purchaseOf(world.service, product);
    const token = world.service.purchaseToken(one);
    expect(await kindOf(resolve(token, world.newSeller()))).toBe('refused');
    expect(await kindOf(resolve(token))).toBe('done');
    world.service.spendToken(token);
    for (const wrong of [token, 'nothing', '', 'line\nbreak', 'ünreadable', ' '])
      await expect(resolve(wrong)).rejects.toMatchObject({
        kind: 'refused',
        readable: expect.stringContaining('24 hours'),
      });
  });

  test('is valid for 24 hours', async () => {
    const one = purchaseOf(world.service, product, { isActive: false });
    const token = world.service.purchaseToken(one);
    await world.service.pass(23 * 3_600_000);
    expect(await kindOf(resolve(token))).toBe('done');
    await world.service.pass(2 * 3_600_000);
    expect(await kindOf(resolve(token))).toBe('refused');
  });

  test('is not refused while the marketplace does not respond', async () => {
    const token = world.service.purchaseToken(purchaseOf(world.service, product));
    world.service.failNext('resolve', { status: 500, code: 'InternalServerError', message: 'no' });
    expect(await kindOf(resolve(token))).toBe('unreachable');
    world.service.dropNextAnswer('resolve', { afterCommit: true });
    expect(await kindOf(resolve(token))).toBe('unreachable');
  });
});
