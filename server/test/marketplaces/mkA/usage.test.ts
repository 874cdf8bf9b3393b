import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UsageRecord } from '../../../src/marketplaces/index.ts';
import {
  buyer,
  contract,
  followed,
  type MkAWorld,
  newKey,
  type Seller,
  startWorld,
} from './world.fixture.ts';

let world: MkAWorld;
let seller: Seller;
let productId: string;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller('usage');
  productId = seller.addProduct({ dimensions: ['seats', 'usedHours'] }).id;
});
afterAll(() => world.stop());

let made = 0;
async function agreed(): Promise<{ offerId: string; id: string }> {
  const info = { ...contract('', '').info, dimensions: [{ key: 'usedHours', rate: 0.1 }] };
  const offer = contract(`ofr_${++made}`, productId, { info });
  const change = await seller.adapter.createOffer(offer, newKey());
  const { externalId: offerId = '' } = await followed(world.service, seller.adapter, change);
  return { offerId, id: world.service.buyerAccepts(offerId).id };
}

describe('usage', () => {
  const hourMs = 3_600_000;
  const record = (agreementId: string, more: Partial<UsageRecord> = {}): UsageRecord => {
    const hour = new Date(Math.floor(world.service.now() / hourMs) * hourMs).toISOString();
    return {
      key: `line_${++made}`,
      agreementId,
      externalProductId: productId,
      externalBuyerId: buyer,
      planId: undefined,
      dimension: 'usedHours',
      hour,
      since: hour,
      quantity: '3',
      amount: undefined,
      currency: undefined,
      valueType: undefined,
      ...more,
    };
  };
  const report = (records: readonly UsageRecord[], adapter = seller.adapter) =>
    adapter.reportUsage?.({ key: 'call', records });

  test('usage of a model is not reported: the marketplace measures it', async () => {
    const key = 'ml.m5.large.m.i.r';
    const { id: model } = seller.addProduct({ kind: 'MachineLearningProduct', dimensions: [key] });
    const info = { currency: 'USD', eulaType: 'SCMP', dimensions: [{ key, rate: 0.1 }] };
    const change = await seller.adapter.createOffer(contract(`ofr_${++made}`, model, { info }), newKey());
    const { externalId = '' } = await followed(world.service, seller.adapter, change);
    const { id } = world.service.buyerAccepts(externalId);
    const { verdicts } = (await report([record(id, { dimension: key })])) ?? {};
    expect(verdicts).toMatchObject([{ kind: 'rejected', code: 'NOT_SUPPORTED', permanent: true }]);
  });

  test('usage is accepted once by license; the same record again is a duplicate, and another quantity is refused', async () => {
    const { id } = await agreed();
    const first = record(id);
    const once = await report([first]);
    const again = await report([first]);
    expect(once?.verdicts).toEqual([{ kind: 'accepted', externalId: expect.any(String) }]);
    expect(again?.verdicts).toEqual(once?.verdicts);
    const other = await report([{ ...first, quantity: '4' }]);
    expect(other?.verdicts).toMatchObject([{ kind: 'duplicateOther' }]);
    expect(once?.mirrors[0]).toMatchObject({
      mkAMeteringRequest: { UsageRecords: [{ Dimension: 'usedHours', Quantity: 3 }] },
      mkAMeteringResponse: { results: [{ status: 'Success' }] },
    });
    const sent = world.service.log.calls.filter(({ operation }) => operation === 'BatchMeterUsage').at(-1);
    const { UsageRecords, ProductCode } = (sent?.input ?? {}) as {
      UsageRecords: object[];
      ProductCode?: string;
    };
    expect(ProductCode).toBeUndefined();
    expect(UsageRecords[0]).toMatchObject({ CustomerAWSAccountId: buyer, LicenseArn: expect.any(String) });
    expect(UsageRecords[0]).not.toHaveProperty('CustomerIdentifier');
  });

  test('each record has a result, in the order of the records, whatever the order of the response', async () => {
    const agreements = [await agreed(), await agreed(), await agreed()];
    const records = agreements.map(({ id }, index) => record(id, { quantity: String(index + 1) }));
    await report([record(agreements[1]?.id as string, { quantity: '9' })]);
    const answer = await report(records);
    expect(answer?.verdicts.map(({ kind }) => kind)).toEqual(['accepted', 'duplicateOther', 'accepted']);
  });

  test('an unprocessed record is sent again', async () => {
    const [one, two] = [await agreed(), await agreed()];
    world.service.leavesUnprocessed(1);
    const answer = await report([record(one.id), record(two.id)]);
    expect(answer?.verdicts.filter(({ kind }) => kind === 'retry')).toHaveLength(1);
    expect(answer?.verdicts.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
  });

  test('usage of an agreement that ended long ago is refused', async () => {
    const { id } = await agreed();
    world.service.agreementEnds(id);
    world.service.pass(2 * hourMs);
    const answer = await report([record(id)]);
    expect(answer?.refusedFor !== undefined || answer?.verdicts[0]?.kind === 'rejected').toBe(true);
  });

  test('a call with one invalid record is refused as a whole; sent alone, the record is named', async () => {
    const { id } = await agreed();
    const [good, bad] = [record(id), record(id, { dimension: 'unknown' })];
    const both = await report([good, bad]);
    expect(both?.refusedFor).toMatchObject({ code: 'InvalidUsageDimensionException' });
    const alone = await report([bad]);
    expect(alone?.refusedFor).toMatchObject({ recordKey: bad.key });
    expect((await report([good]))?.verdicts).toMatchObject([{ kind: 'accepted' }]);
  });

  test('usage whose response is lost has an unknown outcome, and counts once when it is sent again', async () => {
    const { id } = await agreed();
    const line = record(id);
    world.service.dropNextAnswer('BatchMeterUsage', { afterCommit: true });
    await expect(report([line])).rejects.toMatchObject({ kind: 'unknown', hadNoEffect: false });
    expect((await report([line]))?.verdicts).toMatchObject([{ kind: 'accepted' }]);
    expect(world.service.metered(id)).toHaveLength(1);
  });

  test('usage is throttled for the time that the marketplace requires', async () => {
    const { id } = await agreed();
    world.service.throttleNext('BatchMeterUsage', { retryAfterS: 3 });
    await expect(report([record(id)])).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 3000 });
  });
});
