import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { activate, type MkCWorld, operationsSince, type Seller, startWorld } from './world.fixture.ts';

let world: MkCWorld;
let seller: Seller;
beforeAll(async () => {
  world = await startWorld();
  seller = await world.newSeller();
});
beforeEach(() => world.service.clearFaults());
afterAll(() => world.stop());

/** Creates an active order whose buyer requests the plan gold. */
async function requested() {
  const order = await activate(world, seller, seller.addProduct());
  world.service.buyerChangesPlan(order, { plan: 'gold' });
  const [id = ''] = (await seller.adapter.readAgreement(order.id))?.buyerRequests ?? [];
  return { order, id };
}
const read = (id: string) => seller.adapter.readRequest?.(id);
const answer = (id: string, accepts: boolean, reason?: string) =>
  seller.adapter.answerRequest?.(id, { accepts, reason }) as Promise<void>;

test('a plan change waits for the seller, names its agreement and plan, and is accepted once', async () => {
  const { order, id } = await requested();
  expect(await read(id)).toEqual({
    externalId: id,
    externalAgreementId: order.id,
    planId: 'gold',
    status: 'PENDING',
    changeTime: expect.any(String),
  });
  await answer(id, true);
  expect((await read(id))?.status).toBe('ACCEPTED');
  await world.service.settle();
  expect(await seller.adapter.readAgreement(order.id)).toMatchObject({
    status: 'ACTIVE',
    planId: 'gold',
    buyerRequests: [],
  });
  const before = world.service.log.calls.length;
  await answer(id, true);
  expect(operationsSince(world, before)).toEqual(['getEntitlement']);
  await expect(answer(id, false)).rejects.toMatchObject({ kind: 'refused' });
});

test('a rejected plan change leaves the plan, and the reason is sent', async () => {
  const { order, id } = await requested();
  await answer(id, false, 'Not for this customer');
  expect(await seller.adapter.readAgreement(order.id)).toMatchObject({ planId: 'silver', buyerRequests: [] });
  expect((await read(id))?.status).toBe('LAPSED');
  await answer(id, false);
  await expect(answer(id, true)).rejects.toMatchObject({ kind: 'refused' });
  expect(
    world.service.log.calls.findLast(({ operation }) => operation === 'rejectPlanChange')?.input,
  ).toEqual({
    pendingPlanName: 'gold',
    reason: 'Not for this customer',
  });
});

test('a withdrawn plan change cannot be accepted', async () => {
  const { order, id } = await requested();
  world.service.buyerWithdrawsChange(order);
  expect((await read(id))?.status).toBe('LAPSED');
  await expect(answer(id, true)).rejects.toMatchObject({ kind: 'refused' });
});

test('an answer whose response was lost, or that races another, is given once', async () => {
  const { id } = await requested();
  world.service.dropNextAnswer('approvePlanChange', { afterCommit: true });
  await expect(answer(id, true)).rejects.toMatchObject({ kind: 'unknown' });
  await answer(id, true);
  const other = await requested();
  await Promise.all([answer(other.id, true), answer(other.id, true)]);
  expect((await read(other.id))?.status).toBe('ACCEPTED');
});

test.each(['nothing', 'nothing/gold', '/gold', 'nothing/'])(
  'an unknown request %s does not exist',
  async (id) => {
    expect(await read(id)).toBeUndefined();
    await expect(answer(id, true)).rejects.toMatchObject({ kind: 'refused' });
  },
);

test('a request of another seller does not exist', async () => {
  const { id } = await requested();
  const stranger = await world.newSeller();
  expect(await stranger.adapter.readRequest?.(id)).toBeUndefined();
  await expect(stranger.adapter.answerRequest?.(id, { accepts: true })).rejects.toMatchObject({
    kind: 'refused',
  });
});
