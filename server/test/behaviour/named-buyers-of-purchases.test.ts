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
/** Creates a private offer to a buyer, and the account’s agreement on the offer. */
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

describe('the buyer named by a private offer, whose account is known at the marketplace', () => {
  test('is merged with a buyer that arrived before the agreement was read', async () => {
    const id = await comes();
    const named = await byHand('Globex');
    await agreed(named);
    expect(await buyers()).toMatchObject([
      { id: named, name: 'Globex', partner: 'MKA', externalID: 'buyer-1', description: 'By hand' },
    ]);
    expect(await buyerOf(id)).toBe(named);
    // Later purchases of the account belong to the same buyer.
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

  test('is merged with the buyer of an earlier agreement', async () => {
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

  test('is used for a buyer that arrives later', async () => {
    const named = await byHand('Globex');
    await agreed(named);
    expect(await buyerOf(await comes())).toBe(named);
    expect(await buyers()).toHaveLength(1);
  });

  test('stays separate from a buyer that was created by hand, which may be a customer of its own', async () => {
    const [first, second] = [await byHand('First'), await byHand('Second')];
    await agreed(first, 'one');
    await agreed(second, 'two');
    expect((await buyers()).map(({ id }) => id).sort()).toEqual([first, second].sort());
    const sold: { buyerID: string }[] = await world.get(seller, 'entitlement');
    expect(sold.map(({ buyerID }) => buyerID).sort()).toEqual([first, second].sort());
  });
});
