import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../harness.ts';
import { minuteMs, sellerOf, unlimited } from './seller.fixture.ts';
import { type MkCWorld, startWorld } from './world.fixture.ts';

const dayMs = 86_400_000;
let world: MkCWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startWorld({ installation: () => app.url });
  app = await startTestApp({ connectors: new Map([['MKC', unlimited(world)]]) });
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

test('a report becomes the revenue of its entitlement, a correction replaces it, and other rows are unmatched', async () => {
  const { service } = world;
  const seller = await world.newSeller();
  const bucket = service.addBucket(seller);
  const org = await app.organization({ environment: 'PROD' });
  const at = sellerOf(app, org, world, seller);
  await at.connect({ reportBucket: bucket.name });
  const order = service.buyerPurchases(seller.addProduct(), { quote: 'quote-1' });
  await seller.adapter.approveAgreement(order.id);
  await at.pass(minuteMs);
  const [{ id }] = await at.call('GET', 'entitlement');
  const charge = (amount: string, released: string) => ({
    Charges: amount,
    'Due Vendor': released,
    Released: released,
    Quote_id: 'quote-1',
  });
  const range = 'startDate=2031-01-01&endDate=2031-06-01';
  const records = async () =>
    (await at.call('GET', `partner/MKC/revenueRecord?entitlementId=${id}&${range}`)).revenueRecords;
  const write = (...rows: Parameters<typeof service.writesReport>[2]) =>
    service.writesReport(bucket, '2031-05-01', rows);

  write(charge('100.10', '97.09'), charge('0.20', '0.19'), { Charges: '5', Resource: 'projects/other' });
  await at.pass(dayMs);
  const [record] = await records();
  expect(record).toMatchObject({
    date: '2031-05-01T00:00:00.000Z',
    currency: 'USD',
    amount: 100.3,
    invoiceAmount: 100.3,
    collectableAmount: 97.28,
    disburseAmount: 97.28,
  });
  expect(record.info.mkCRevenueRecords).toMatchObject([{ charges: 100.1 }, { charges: 0.2 }]);
  const unmatched = `partner/MKC/revenueRecordDetail?unmatched=true&${range}`;
  expect((await at.call('GET', unmatched)).revenueRecordDetails).toMatchObject([
    { mkCRevenueRecordDetail: { charges: 5, resource: 'projects/other', ordinal: 3 } },
  ]);
  write(charge('50.10', '48.59'));
  await at.pass(dayMs);
  expect(await records()).toMatchObject([{ amount: 50.1, collectableAmount: 48.59, disburseAmount: 48.59 }]);
  expect((await at.call('GET', unmatched)).revenueRecordDetails).toEqual([]);
});
