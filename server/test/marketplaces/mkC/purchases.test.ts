import { afterAll, beforeAll, expect, test } from 'vitest';
import { landingForgeries } from '../../fakes/mkC/landing/tokens.ts';
import { activate, kindOf, type MkCWorld, type Seller, startWorld } from './world.fixture.ts';

let world: MkCWorld;
let seller: Seller;
beforeAll(async () => {
  world = await startWorld();
  seller = await world.newSeller();
});
afterAll(() => world.stop());

const resolve = (token: string, of: Pick<Seller, 'adapter'> = seller) =>
  of.adapter.resolvePurchase?.(token) as Promise<object>;

test('a landing token names the buyer, the order, the product and the plan, as often as it is used', async () => {
  const product = seller.addProduct();
  const order = world.service.buyerPurchases(product, { plan: 'gold' });
  const token = await world.service.landingToken(product, order.account);
  for (const _ of [1, 2])
    expect(await resolve(token)).toEqual({
      externalBuyerId: order.account.id,
      externalProductId: product.externalName,
      externalAgreementId: order.id,
      planId: 'gold',
    });
  expect(seller.adapter.describe().purchaseTokenParameter).toBe('x-gcp-marketplace-token');
});

test('of several orders, the one that waits for approval is taken, then the newest; ended orders are ignored', async () => {
  const product = seller.addProduct();
  const first = world.service.buyerPurchases(product);
  const { account } = first;
  await world.service.pass(1000);
  const second = await activate(world, seller, product, { account });
  const token = () => world.service.landingToken(product, account);
  expect(await resolve(await token())).toMatchObject({ externalAgreementId: first.id });
  await seller.adapter.approveAgreement(first.id);
  await world.service.settle();
  expect(await resolve(await token())).toMatchObject({ externalAgreementId: second.id });
  world.service.buyerCancelsNow(second);
  expect(await resolve(await token())).toMatchObject({ externalAgreementId: first.id });
});

test('the orders in a token are order ids: orders of another product of the same buyer are not taken', async () => {
  const [product, other] = [seller.addProduct(), seller.addProduct()];
  const order = world.service.buyerPurchases(product);
  await world.service.pass(1000);
  const later = world.service.buyerPurchases(other, { account: order.account });
  const token = await world.service.landingToken(product, order.account);
  expect(await resolve(token)).toMatchObject({ externalAgreementId: order.id });
  const google = { user_identity: '1' };
  const without = await world.service.landingToken(product, order.account, { google });
  expect(await resolve(without)).toEqual({
    externalBuyerId: order.account.id,
    externalProductId: undefined,
  });
  await seller.adapter.rejectAgreement?.(later.id);
  expect(await resolve(without)).toMatchObject({ externalAgreementId: order.id });
});

test.each(landingForgeries)('a landing token forged by %s is refused', async (how) => {
  const product = seller.addProduct();
  const { account } = world.service.buyerPurchases(product);
  const token = await world.service.forgedLandingToken(product, account, how);
  await expect(resolve(token)).rejects.toMatchObject({ kind: 'refused' });
});

test('a landing token is valid for five minutes, whatever its expiry says', async () => {
  const product = seller.addProduct();
  const { account } = world.service.buyerPurchases(product);
  const exp = Math.floor(world.service.now() / 1000) + 24 * 3600;
  const token = await world.service.landingToken(product, account, { exp });
  expect(await kindOf(resolve(token))).toBe('let in');
  await world.service.pass(6 * 60_000);
  expect(await kindOf(resolve(token))).toBe('refused');
});

test('a token of another seller with the same domain is refused, although it is genuine', async () => {
  const stranger = await world.newSeller();
  const product = stranger.addProduct();
  const token = await world.service.landingToken(product, world.service.buyerPurchases(product).account);
  expect(await kindOf(resolve(token, stranger))).toBe('let in');
  expect(await kindOf(resolve(token))).toBe('refused');
});

test('the seller’s own domain is expected instead of the installation’s', async () => {
  const own = await world.newSeller({ info: { signupDomain: 'Seller.Example' } });
  const product = own.addProduct({ domain: 'seller.example' });
  const { account } = world.service.buyerPurchases(product);
  expect(await kindOf(resolve(await world.service.landingToken(product, account), own))).toBe('let in');
  const elsewhere = await world.service.landingToken(product, account, { aud: 'tradepost.example' });
  expect(await kindOf(resolve(elsewhere, own))).toBe('refused');
});

test('while the keys or the marketplace are away, a token is not refused', async () => {
  // A new world has no cached keys.
  const fresh = await startWorld();
  const own = await fresh.newSeller();
  const product = own.addProduct();
  const { account } = fresh.service.buyerPurchases(product);
  const token = await fresh.service.landingToken(product, account);
  fresh.service.signingKeys.landing.state.isDown = true;
  expect(await kindOf(resolve(token, own))).toBe('unreachable');
  fresh.service.signingKeys.landing.state.isDown = false;
  fresh.service.isUnavailableNext('getAccount');
  expect(await kindOf(resolve(token, own))).toBe('unreachable');
  expect(await kindOf(resolve(token, own))).toBe('let in');
  await fresh.stop();
});

test('the seller’s message is shown at an order that waits, and the landing does not depend on it', async () => {
  const waitingMessage = 'We approve orders within a day.';
  const own = await world.newSeller({ info: { waitingMessage } });
  const product = own.addProduct();
  const order = world.service.buyerPurchases(product);
  const land = async () => resolve(await world.service.landingToken(product, order.account), own);
  const writes = () =>
    world.service.log.calls.filter(({ operation }) => operation === 'updateEntitlement').length;
  const before = writes();
  world.service.isUnavailableNext('updateEntitlement');
  expect(await land()).toMatchObject({ externalAgreementId: order.id });
  expect(order.messageToUser).toBe('');
  for (const _ of [1, 2]) await land();
  expect(order.messageToUser).toBe(waitingMessage);
  expect(writes() - before).toBe(2);
  await own.adapter.approveAgreement(order.id);
  expect(order.messageToUser).toBe('');
  await land();
  const silent = seller.addProduct();
  const other = world.service.buyerPurchases(silent);
  await resolve(await world.service.landingToken(silent, other.account));
  expect(other.messageToUser).toBe('');
});
