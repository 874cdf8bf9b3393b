import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LandingWorld, type Seller, soldOn } from '../landing-world.ts';

const world = new LandingWorld();
let seller: Seller;
beforeAll(() => world.start());
beforeEach(async () => {
  seller = await world.seller();
});
afterAll(() => world.app.stop());

const comes = async (token = 'one', more: object = {}) => {
  seller.shop.purchases.set(token, { externalBuyerId: 'buyer-1', externalProductId: 'prod-1', ...more });
  const { id, status } = await world.land(seller, token);
  expect(status).toBe(303);
  await world.app.drainJobs();
  return id as string;
};
const byHand = async (name: string): Promise<string> => {
  const body = { name, description: 'By hand' };
  const reply = await world.app.request('POST', `/org/${seller.id}/buyer`, { token: seller.token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.id;
};
/** A private offer to a buyer, and the agreement on it of the account. */
const agreed = async (buyerID: string, id = 'agr-1') => {
  const offerId = await world.offer(
    seller,
    { name: 'Deal', offerType: 'PRIVATE', buyerID },
    'PENDING_ACCEPTANCE',
  );
  await world.show(seller, soldOn(id, { externalOfferId: `x-${offerId}` }));
};
const buyers = (): Promise<{ id: string; externalID?: string }[]> => world.get(seller, 'buyer');
const buyerOf = async (entitlementId: string) =>
  (await world.get(seller, `entitlement/${entitlementId}`)).buyerID;

describe('the buyer whom a private offer names, and whose account the marketplace knows', () => {
  test('is one with the buyer who came before the agreement was seen', async () => {
    const id = await comes();
    const named = await byHand('Globex');
    await agreed(named);
    expect(await buyers()).toMatchObject([
      { id: named, name: 'Globex', partner: 'MKA', externalID: 'buyer-1', description: 'By hand' },
    ]);
    expect(await buyerOf(id)).toBe(named);
    // What the account buys from then on is the same buyer's.
    const licensed = {
      externalBuyerId: 'buyer-1',
      externalProductId: 'prod-1',
      externalAgreementId: 'agr-2',
    };
    seller.shop.purchases.set('two', licensed);
    const { id: second } = await world.land(seller, 'two');
    expect(second).not.toBe(id);
    expect(await buyerOf(second as string)).toBe(named);
    expect(await buyers()).toHaveLength(1);
    expect(await world.events(seller, 'BUYER', named)).toEqual(['CREATE', 'MERGE']);
  });

  test('is one with the buyer of an agreement before', async () => {
    await world.show(seller, soldOn('first', { externalProductId: 'prod-2' }));
    const [made] = await buyers();
    const named = await byHand('Globex');
    await agreed(named, 'second');
    expect(await buyers()).toMatchObject([{ id: named, externalID: 'buyer-1' }]);
    const sold: { buyerID: string }[] = await world.get(seller, 'entitlement');
    expect(sold.map(({ buyerID }) => buyerID)).toEqual([named, named]);
    const gone = await world.app.request('GET', `/org/${seller.id}/buyer/${made?.id}`, {
      token: seller.token,
    });
    expect([gone.status, gone.text.includes(named)]).toEqual([404, true]);
  });

  test('is the one who comes later', async () => {
    const named = await byHand('Globex');
    await agreed(named);
    expect(await buyerOf(await comes())).toBe(named);
    expect(await buyers()).toHaveLength(1);
  });

  test('stays beside another who was made by hand: that one may be a customer of its own', async () => {
    const [first, second] = [await byHand('First'), await byHand('Second')];
    await agreed(first, 'one');
    await agreed(second, 'two');
    expect((await buyers()).map(({ id }) => id).sort()).toEqual([first, second].sort());
    const sold: { buyerID: string }[] = await world.get(seller, 'entitlement');
    expect(sold.map(({ buyerID }) => buyerID).sort()).toEqual([first, second].sort());
  });
});
