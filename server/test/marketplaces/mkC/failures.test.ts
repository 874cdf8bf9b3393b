import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { kindOf, type MkCWorld, type Seller, startWorld } from './world.fixture.ts';

let world: MkCWorld;
let seller: Seller;
beforeAll(async () => {
  world = await startWorld();
  seller = await world.newSeller();
});
beforeEach(() => world.service.clearFaults());
afterAll(() => world.stop());

const newOrder = () => world.service.buyerPurchases(seller.addProduct());
const read = () => seller.adapter.readAgreement('any');
const reject = (id: string) => seller.adapter.rejectAgreement?.(id) as Promise<unknown>;

test('too many calls are throttled, for the time that the marketplace requires', async () => {
  world.service.throttleNext('getEntitlement', { retryAfterS: 7 });
  await expect(read()).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 7000 });
  world.service.throttleNext('getEntitlement');
  await expect(read()).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 5000 });
  expect(await kindOf(read())).toBe('let in');
});

test.each([
  ['INTERNAL', 500],
  ['UNAVAILABLE', 503],
  ['DEADLINE_EXCEEDED', 504],
])(
  'an error %s leaves the outcome of a write unknown, and that of a read unreachable',
  async (code, status) => {
    const { id } = newOrder();
    const fault = { code, status, message: 'broken' };
    world.service.failNext('rejectEntitlement', fault);
    await expect(reject(id)).rejects.toMatchObject({ kind: 'unknown', hadNoEffect: false });
    world.service.failNext('getEntitlement', fault);
    await expect(read()).rejects.toMatchObject({ kind: 'unreachable', hadNoEffect: true });
  },
);

test('after a lost response the outcome is unknown, and the repeated command has no further effect', async () => {
  for (const afterCommit of [true, false]) {
    const { id } = newOrder();
    world.service.dropNextAnswer('approveEntitlement', { afterCommit });
    await expect(seller.adapter.approveAgreement(id)).rejects.toMatchObject({ kind: 'unknown' });
    await seller.adapter.approveAgreement(id);
    await world.service.settle();
    expect(await seller.adapter.readAgreement(id)).toMatchObject({ status: 'ACTIVE' });
  }
});

test('a marketplace that cannot be reached has not received the call', async () => {
  const other = await startWorld();
  const own = await other.newSeller();
  const { id } = other.service.buyerPurchases(own.addProduct());
  await own.adapter.readAgreement(id);
  await other.stop();
  await expect(own.adapter.readAgreement(id)).rejects.toMatchObject({ kind: 'unreachable' });
  await expect(own.adapter.rejectAgreement?.(id)).rejects.toMatchObject({ kind: 'unreachable' });
});

test('a denied right for one interface is named, and other calls continue', async () => {
  const own = await world.newSeller();
  world.service.forbid(own.account, 'pubsub');
  await expect(own.adapter.pullNotifications?.(AbortSignal.timeout(5000))).rejects.toMatchObject({
    kind: 'refused',
    missingRight: 'pubsub.subscriptions.consume',
  });
  expect(await kindOf(own.adapter.listAgreements?.())).toBe('let in');
  world.service.forbid(own.account, 'procurement');
  expect(await kindOf(own.adapter.listAgreements?.())).toBe('unauthorized');
});

test('the messages of failures have no vendor’s name, and no secret', async () => {
  const { id } = newOrder();
  const failures = [
    () => world.service.failNext('getEntitlement', { code: 'INVALID_ARGUMENT', status: 400, message: 'x' }),
    () => world.service.failNext('getEntitlement', { code: 'UNAUTHENTICATED', status: 401, message: 'x' }, 2),
    () => world.service.isUnavailableNext('getEntitlement'),
    () => world.service.throttleNext('getEntitlement'),
  ];
  for (const fail of failures) {
    fail();
    const error = await seller.adapter.readAgreement(id).catch((thrown: Error) => thrown);
    const { readable, message, stack = '' } = error as Error & { readable: string };
    expect(readable).not.toMatch(/google/i);
    for (const secret of world.service.secrets())
      expect(`${readable} ${message} ${stack}`).not.toContain(secret);
  }
});
