import { afterAll, beforeAll, expect, test } from 'vitest';
import { entityTypes, notificationEventActions } from '../../src/notifications/records/events.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
  by = entitlementsOf(app, await app.organization({ at: '2031-05-12T10:20:00Z' }));
});
afterAll(() => app.stop());

const sold = { info: { commits: [{ key: 'fee', rate: 10, length: 1, timeUnit: 'MONTH' }] } };

test('a list of notification events has published words only, and the exact ones beside them', async () => {
  await by.direct(sold);
  await by.post('sandbox/clock', { advance: 'P32D' });
  await app.drainJobs();
  await by.post('webhook', { url: 'https://receiver.example/hooks' });
  await app.dispatchEvents();
  const { notificationEvents } = await by.get('notificationEvent?priorities=LOW,MEDIUM,HIGH,CRITICAL');
  const said = notificationEvents.map(({ type, action, entityType }: Record<string, string>) => [
    type,
    action,
    entityType,
  ]);
  expect(said).toContainEqual(['TERMINATE.ENTITLEMENT', 'CANCEL', 'ENTITLEMENT']);
  expect(said).toContainEqual(['CREATE.WEBHOOK_ENDPOINT', 'CREATE', 'WORKFLOW_WEBHOOK']);
  const published: readonly string[] = notificationEventActions.filter((action) => action !== 'TERMINATE');
  for (const [, action, entityType] of said) {
    expect(published).toContain(action);
    expect(['', ...entityTypes]).toContain(entityType);
  }
});

test('a sale that ended directly has no word of a marketplace for being active any more', async () => {
  const { id, externalStatus } = await by.direct(sold);
  expect(externalStatus).toBe('ACTIVE');
  await by.post(`entitlement/${id}/scheduleCancellation`, { type: 'Immediate' });
  await app.drainJobs();
  expect(await by.entitlement(id)).toMatchObject({ status: 'CANCELLED', externalStatus: 'CANCELLED' });
});

test.each(['MKB', 'MKE'])(
  'an order of a product at %s carries the name and the public offer',
  async (partner) => {
    const { id: productID } = await by.post('product', { name: 'Scanner', partner });
    await app.drainJobs();
    expect(await by.ordered(partner, { productId: productID })).toMatchObject({ name: 'Scanner', productID });
    const offer = await by.post('offer', { name: 'For all', partner, offerType: 'DEFAULT', productID });
    await app.drainJobs();
    const ordered = await by.ordered(partner, { productId: productID });
    expect(ordered).toMatchObject({ name: 'For all', offerID: offer.id, productID });
  },
);

test('usage that was sold elsewhere than at a published partner of usage says so in a field of its own', async () => {
  const info = { dimensions: [{ key: 'gpu', rate: 1 }] };
  const groupOf = async (partner: string) => {
    const { id } = await by.accepted({ partner, info });
    return by.post(`entitlement/${id}/usageRecordGroup`, { records: { gpu: 1 } });
  };
  const [listed, other] = [await groupOf('MKB'), await groupOf('MKE')];
  expect([listed.partner, listed.soldBy, other.partner, other.soldBy]).toEqual([
    'MKB',
    undefined,
    undefined,
    'MKE',
  ]);
});
