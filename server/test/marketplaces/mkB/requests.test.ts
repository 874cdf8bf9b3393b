import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRequestPort } from '../../../src/marketplaces/mkB/fulfilment/requests.ts';
import type { Product } from '../../fakes/mkB/fulfilment/products.ts';
import type { Operation, Subscription } from '../../fakes/mkB/fulfilment/subscriptions.ts';
import {
  kindOf,
  type MkBWorld,
  minuteMs,
  plans,
  purchaseOf,
  type Seller,
  startWorld,
} from './world.fixture.ts';

let world: MkBWorld;
let seller: Seller;
let product: Product;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller();
  product = seller.addProduct({ plans: plans ?? [] });
});
afterAll(() => world.stop());

const idOf = (one: Subscription, { id }: Operation) => `${one.id}/${id}`;
const read = (id: string, by = seller) => by.adapter.readRequest?.(id);
const answer = (id: string, accepts: boolean, by = seller) =>
  by.adapter.answerRequest?.(id, { accepts, reason: 'a reason' }) as Promise<void>;

describe('a change that a buyer requests', () => {
  test('the seller is asked for an answer within ten seconds', () => {
    expect(seller.adapter.describe().buyerRequests).toEqual({ silenceAcceptsAfterSeconds: 10 });
  });

  test('is shown with its new plan or quantity', async () => {
    const [one, two] = [purchaseOf(world.service, product), purchaseOf(world.service, product)];
    const plan = idOf(one, world.service.buyerChangesPlan(one, 'flat'));
    const quantity = idOf(two, world.service.buyerChangesQuantity(two, 8));
    expect(await read(plan)).toEqual({
      externalId: plan,
      externalAgreementId: one.id,
      planId: 'flat',
      status: 'PENDING',
      creationTime: '2031-05-12T10:20:00.000Z',
    });
    const shown = await read(quantity);
    expect(shown).toMatchObject({ quantity: 8, status: 'PENDING' });
    expect(shown).not.toHaveProperty('planId');
  });

  test('that does not exist is undefined, and cannot be answered', async () => {
    const one = purchaseOf(world.service, product);
    const calls = world.service.log.calls.length;
    for (const id of ['nothing', 'a/b', `${one.id}/`, `${one.id}/x/y`])
      expect(await read(id)).toBeUndefined();
    expect(world.service.log.calls.length).toBe(calls);
    const unknown = `${one.id}/99999999-2222-4333-8444-555555555555`;
    expect(await read(unknown)).toBeUndefined();
    expect(await kindOf(answer(unknown, true))).toBe('refused');
  });

  test.each([
    [true, 'ACCEPTED', 9],
    [false, 'REJECTED', 2],
  ] as const)(
    'is answered once, with the same answer as often as needed: %s',
    async (accepts, status, quantity) => {
      const one = purchaseOf(world.service, product);
      const id = idOf(one, world.service.buyerChangesQuantity(one, 9));
      for (const _ of [1, 2]) await answer(id, accepts);
      expect(await read(id)).toMatchObject({ status });
      expect(await seller.adapter.readAgreement(one.id)).toMatchObject({ quantity });
      await expect(answer(id, !accepts)).rejects.toMatchObject({ kind: 'refused' });
    },
  );

  test('is accepted by ten seconds of silence, and can no longer be rejected', async () => {
    const one = purchaseOf(world.service, product);
    const id = idOf(one, world.service.buyerChangesPlan(one, 'flat'));
    await world.service.sendNotifications();
    await world.service.pass(11_000);
    expect(await read(id)).toMatchObject({ status: 'ACCEPTED' });
    await answer(id, true);
    await expect(answer(id, false)).rejects.toMatchObject({
      kind: 'refused',
      readable: expect.stringContaining('ten seconds'),
    });
  });

  test('that ends while it is answered is read again', async () => {
    const one = purchaseOf(world.service, product);
    const id = idOf(one, world.service.buyerChangesPlan(one, 'flat'));
    world.service.failNext('updateOperation', { status: 409, code: 'Conflict', message: 'ended' });
    expect(await kindOf(answer(id, true))).toBe('refused');
    await answer(id, true);
    expect(await read(id)).toMatchObject({ status: 'ACCEPTED' });
  });

  test('whose answer was lost is answered again', async () => {
    const one = purchaseOf(world.service, product);
    const id = idOf(one, world.service.buyerChangesPlan(one, 'flat'));
    world.service.dropNextAnswer('updateOperation', { afterCommit: true });
    expect(await kindOf(answer(id, false))).toBe('unknown');
    await answer(id, false);
    expect(await seller.adapter.readAgreement(one.id)).toMatchObject({ planId: 'seats' });
  });

  test('of another seller cannot be read or answered', async () => {
    const one = purchaseOf(world.service, product);
    const id = idOf(one, world.service.buyerChangesPlan(one, 'flat'));
    const stranger = world.newSeller();
    expect(await kindOf(read(id, stranger))).toBe('refused');
    expect(await kindOf(answer(id, false, stranger))).toBe('refused');
    expect(await read(id)).toMatchObject({ status: 'PENDING' });
  });
});

describe('a reinstatement', () => {
  const suspended = () => {
    const one = purchaseOf(world.service, product);
    world.service.paymentFails(one);
    return { one, id: idOf(one, world.service.paymentArrives(one)) };
  };

  test('is a request without a plan or a quantity, and is confirmed', async () => {
    const { one, id } = suspended();
    const shown = await read(id);
    expect(shown).toMatchObject({ status: 'PENDING' });
    expect([shown?.planId, shown?.quantity]).toEqual([undefined, undefined]);
    await answer(id, true);
    expect(await seller.adapter.readAgreement(one.id)).toMatchObject({ status: 'ACTIVE' });
  });

  test('that has ended needs no confirmation', async () => {
    const { one, id } = suspended();
    await world.service.sendNotifications();
    await world.service.pass(minuteMs);
    await answer(id, true);
    expect(await seller.adapter.readAgreement(one.id)).toMatchObject({ status: 'ACTIVE' });
    const refused = suspended();
    world.service.failNext('updateOperation', { status: 404, code: 'EntityNotFound', message: 'gone' });
    await answer(refused.id, true);
  });
});

test.each([
  { action: 'ChangePlan' },
  { action: 'ChangePlan', planId: null },
  { action: 'ChangeQuantity' },
  { action: 'ChangeQuantity', quantity: '5' },
  { action: 'ChangeQuantity', quantity: 1.5 },
  { action: 'ChangeQuantity', quantity: 1e300 },
])('a change without a usable value is no reinstatement, and is read again: %j', async (found) => {
  const findOperation = async () => ({ ...found, status: 'InProgress' }) as never;
  const { readRequest } = createRequestPort({
    subscriptions: { findOperation } as never,
    changes: {} as never,
  });
  const id = '11111111-2222-4333-8444-555555555555';
  expect(await kindOf(readRequest(`${id}/${id}`))).toBe('unreachable');
});
