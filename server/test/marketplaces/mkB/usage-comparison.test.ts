import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Subscription } from '../../fakes/mkB/fulfilment/subscriptions.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../../harness.ts';
import { usageOf } from '../../usage.fixture.ts';
import { sellerOf, unlimited } from './seller.fixture.ts';
import { callsOf, dayMs, type MkBWorld, minuteMs, plans, startWorld } from './world.fixture.ts';

let world: MkBWorld;
let app: TestApp;
let org: TestOrganization;
let at: ReturnType<typeof sellerOf>;
let sold: Subscription;
beforeAll(async () => {
  world = await startWorld();
  const seller = world.newSeller();
  app = await startTestApp({ connectors: new Map([['MKB', unlimited(world)]]) });
  org = await app.organization({ environment: 'PROD' });
  at = sellerOf(app, org, world, seller);
  const { values } = (await at.integration.setup()).body;
  const webhook = values.find(({ name }: { name: string }) => name === 'notificationUrl').value;
  sold = world.service.buyerPurchases(seller.addProduct({ plans: plans ?? [], webhook }), {
    planId: 'seats',
    quantity: 2,
  });
  world.service.becomesSubscribed(sold);
  await at.connect();
  // The usage is in the middle of a day.
  await at.pass(dayMs);
  const [{ id }] = await at.call('GET', 'entitlement');
  await at.call('POST', `entitlement/${id}/usageRecordGroup`, {
    records: { calls: 7 },
    timestamp: new Date(world.service.now()).toISOString(),
  });
  await at.pass(120 * minuteMs);
  await usageOf(app, org).run();
  await at.pass(minuteMs);
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

const day = async () => {
  const { rows } = await app.database.query('SELECT difference FROM usage_line WHERE organization_id = $1', [
    org.id,
  ]);
  expect(rows).toHaveLength(1);
  const [report] = (await at.call('GET', 'usageRecordReport')).usageRecordReports;
  const alerts = await app.database.query(
    `SELECT 1 FROM event WHERE organization_id = $1 AND entity_type = 'USAGE_RECORD_REPORT' AND action = 'ABNORMAL_ALERT'`,
    [org.id],
  );
  return {
    difference: rows[0].difference,
    status: report.status,
    message: report.message,
    reportId: report.id as string,
    alerts: alerts.rows.length,
  };
};

test('the accepted usage of a day is compared daily with the marketplace, and a difference is reported once', async () => {
  expect(await day()).toMatchObject({ difference: null, status: 'SUCCESS', alerts: 0 });
  world.service.reconciles(sold, 'calls', { status: 'Mismatch', processedQuantity: 5 });
  await at.pass(dayMs);
  expect(await day(), 'usage of the day may still be reported').toMatchObject({
    difference: null,
    alerts: 0,
  });
  await at.pass(dayMs);
  const words = /^The marketplace accepted 7 of calls for 2031-05-1\d, but billed 5\. Report the difference/;
  expect(await day()).toMatchObject({
    difference: expect.stringMatching(words),
    status: 'SUCCESS',
    message: expect.stringMatching(words),
    alerts: 1,
  });
  app.expectAbnormalAlert((await day()).reportId);
  await at.pass(dayMs);
  expect(await day()).toMatchObject({ alerts: 1 });
  world.service.reconciles(sold, 'calls', { status: 'Accepted', processedQuantity: 7 });
  await at.pass(dayMs);
  const after = await day();
  expect(after).toMatchObject({ difference: null, alerts: 1 });
  expect(after.message ?? null).toBeNull();
});

test('a list that cannot be read is read again', async () => {
  world.service.failNext('getUsageEvents', { status: 500, code: 'InternalServerError', message: 'no' });
  const before = callsOf(world.service, 'getUsageEvents');
  await at.pass(dayMs);
  expect(callsOf(world.service, 'getUsageEvents') - before).toBe(8);
});
