import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UsageRecord } from '../../../src/marketplaces/index.ts';
import type { Product } from '../../fakes/mkB/fulfilment/products.ts';
import {
  callsOf,
  kindOf,
  type MkBWorld,
  plans,
  purchaseOf,
  type Seller,
  startWorld,
} from './world.fixture.ts';

const hourMs = 3_600_000;
let world: MkBWorld;
let seller: Seller;
let product: Product;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller();
  product = seller.addProduct({ plans: plans ?? [] });
});
afterAll(() => world.stop());

let made = 0;
const record = (agreementId: string, more: Partial<UsageRecord> = {}): UsageRecord => {
  const hour = new Date(Math.floor(world.service.now() / hourMs) * hourMs).toISOString();
  return {
    key: `line_${++made}`,
    agreementId,
    externalProductId: product.offerId,
    externalBuyerId: undefined,
    planId: 'seats',
    dimension: 'calls',
    hour,
    since: hour,
    quantity: '3',
    amount: undefined,
    currency: undefined,
    valueType: undefined,
    ...more,
  };
};
const report = (records: readonly UsageRecord[], by = seller) =>
  by.adapter.reportUsage?.({ key: 'call', records });

describe('usage', () => {
  test('is accepted once for an hour; the same again is a duplicate, and another quantity a conflict', async () => {
    const { id } = purchaseOf(world.service, product);
    const first = record(id, { quantity: '2.5' });
    const once = await report([first]);
    expect(once?.verdicts).toEqual([{ kind: 'accepted', externalId: expect.any(String) }]);
    expect(once?.mirrors[0]).toMatchObject({
      mkBMeteringRequest: {
        request: [{ resourceId: id, dimension: 'calls', quantity: 2.5, planId: 'seats' }],
      },
      mkBMeteringResponse: { result: [{ status: 'Accepted' }] },
    });
    const [{ externalId: receipt }] = (once?.verdicts ?? []) as unknown as [{ externalId: string }];
    expect((await report([first]))?.verdicts).toEqual([{ kind: 'duplicateSame', externalId: receipt }]);
    expect((await report([{ ...first, quantity: '7' }]))?.verdicts).toEqual([
      { kind: 'duplicateOther', acceptedQuantity: '2.5', externalId: receipt },
    ]);
  });

  test('has a verdict for each record, whatever the others are', async () => {
    const [one, two] = [purchaseOf(world.service, product), purchaseOf(world.service, product)];
    const stranger = world.newSeller();
    const foreign = purchaseOf(world.service, stranger.addProduct({ plans: plans ?? [] }));
    const answer = await report([
      record(one.id),
      record('99999999-2222-4333-8444-555555555555'),
      record('no-id'),
      record(foreign.id),
      record(one.id, { dimension: 'unknown' }),
      record(one.id, { quantity: '0' }),
      record(two.id, { hour: new Date(world.service.now() - 30 * hourMs).toISOString() }),
      record(two.id),
    ]);
    expect(answer?.verdicts.map((one) => ('code' in one ? one.code : one.kind))).toEqual([
      'accepted',
      'ResourceNotFound',
      'ResourceNotFound',
      'ResourceNotAuthorized',
      'InvalidDimension',
      'InvalidQuantity',
      'Expired',
      'accepted',
    ]);
  });

  test('of a full batch is one call, and a larger call is refused without one', async () => {
    const { id } = purchaseOf(world.service, product);
    const before = callsOf(world.service, 'postBatchUsageEvent');
    const many = Array.from({ length: 25 }, () => record(id));
    const kinds = (await report(many))?.verdicts.map(({ kind }) => kind);
    expect(kinds).toEqual(['accepted', ...Array.from({ length: 24 }, () => 'duplicateSame')]);
    expect((await report([...many, record(id)]))?.refusedFor).toMatchObject({ code: 'BadArgument' });
    expect(callsOf(world.service, 'postBatchUsageEvent')).toBe(before + 1);
  });

  test('without a plan is reported for the present plan', async () => {
    const one = purchaseOf(world.service, product);
    expect((await report([record(one.id, { planId: undefined })]))?.verdicts).toMatchObject([
      { kind: 'accepted' },
    ]);
    expect(world.service.metered(one)).toMatchObject([{ event: { planId: 'seats' } }]);
  });

  test('that the marketplace could not process is sent again', async () => {
    const { id } = purchaseOf(world.service, product);
    world.service.usageFails();
    expect((await report([record(id)]))?.verdicts).toMatchObject([{ kind: 'retry', code: 'Error' }]);
  });

  test('for hours before a cancellation is accepted within a day', async () => {
    const own = await startWorld();
    const by = own.newSeller();
    const one = purchaseOf(own.service, by.addProduct({ plans: plans ?? [] }));
    await own.service.pass(3 * hourMs);
    own.service.buyerUnsubscribes(one);
    const at = (hours: number) =>
      new Date(Math.floor(own.service.now() / hourMs) * hourMs + hours * hourMs).toISOString();
    await own.service.pass(2 * hourMs);
    const records = [record(one.id, { hour: at(-4) }), record(one.id, { hour: at(0) })];
    expect((await report(records, by))?.verdicts).toMatchObject([
      { kind: 'accepted' },
      { kind: 'rejected', code: 'ResourceNotActive', permanent: true },
    ]);
    await own.stop();
  });

  test('whose response is lost has an unknown outcome, and counts once when it is sent again', async () => {
    const one = purchaseOf(world.service, product);
    const line = record(one.id);
    world.service.dropNextAnswer('postBatchUsageEvent', { afterCommit: true });
    expect(await kindOf(report([line]))).toBe('unknown');
    expect((await report([line]))?.verdicts).toMatchObject([{ kind: 'duplicateSame' }]);
    expect(world.service.metered(one)).toHaveLength(1);
  });

  test('is throttled for the time that the marketplace requires', async () => {
    const { id } = purchaseOf(world.service, product);
    world.service.throttleNext('postBatchUsageEvent', { retryAfterS: 4 });
    await expect(report([record(id)])).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 4000 });
  });
});
