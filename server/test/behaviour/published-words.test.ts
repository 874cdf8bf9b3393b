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

test('a list of notification events has published codes, with the exact codes beside them', async () => {
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

test('a direct sale that ended no longer has a marketplace code for an active sale', async () => {
  const { id, externalStatus } = await by.direct(sold);
  expect(externalStatus).toBe('ACTIVE');
  await by.post(`entitlement/${id}/scheduleCancellation`, { type: 'Immediate' });
  await app.drainJobs();
  expect(await by.entitlement(id)).toMatchObject({ status: 'CANCELLED', externalStatus: 'CANCELLED' });
});

test('a direct sale that ended at its end, or by a scheduled cancellation, has that in externalStatus', async () => {
  // These sales have their own organizations, because advancing a clock by weeks triggers daily checks of
  // other sales.
  const alone = entitlementsOf(app, await app.organization({ at: '2031-05-12T10:20:00Z' }));
  const at = '2031-06-20T00:00:00Z';
  const ended = await alone.direct({ ...sold, endTime: at });
  const cancelled = await alone.direct({ ...sold, endTime: '2031-09-01T00:00:00Z' });
  const schedule = { type: 'SpecificDate', cancelDate: at };
  await alone.post(`entitlement/${cancelled.id}/scheduleCancellation`, schedule);
  await alone.post('sandbox/clock', { advance: 'P40D' });
  await app.drainJobs();
  for (const { id } of [ended, cancelled])
    expect(await alone.entitlement(id)).toMatchObject({ status: 'CANCELLED', externalStatus: 'CANCELLED' });
});

test.each(['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'])(
  'a sale at %s that its buyer ended no longer has a marketplace code for an active sale',
  async (partner) => {
    const { id, externalStatus } = await by.ordered(partner);
    await by.post(`sandbox/entitlement/${id}/cancel`);
    await app.drainJobs();
    const ended = await by.entitlement(id);
    expect([ended.status, ended.externalStatus]).toEqual(['CANCELLED', expect.any(String)]);
    expect(ended.externalStatus).not.toBe(externalStatus);
  },
);

const publishedTypes = ['UNKNOWN', 'SUBSCRIPTION', 'CONTRACT', 'FLAT_RATE', 'PER_USER', 'USAGE_BASED'];
const services = { productType: 'UNKNOWN', soldAs: 'PROFESSIONAL_SERVICES' };

test('R9 a product of professional services is returned with a published type, and keeps its own type when sent back', async () => {
  const made = await by.post('product', { name: 'Advice', productType: 'PROFESSIONAL_SERVICES' });
  expect(made).toMatchObject(services);
  const path = `product/${made.id}`;
  const { soldAs, ...asStrictClientsRead } = await by.get(path);
  expect(soldAs).toBe('PROFESSIONAL_SERVICES');
  const renamed = await by.patch(path, { ...asStrictClientsRead, name: 'More advice' });
  expect(renamed).toMatchObject({ name: 'More advice', ...services });
  for (const { productType } of await by.get('product'))
    expect([undefined, ...publishedTypes]).toContain(productType);
  expect(await by.get('product?productType=PROFESSIONAL_SERVICES&fields=productType')).toEqual([
    { id: made.id, ...services },
  ]);
  // The previous version writes this value if a client sends back a record that it read from the current
  // version.
  await app.database.query(`UPDATE product SET product_type = 'UNKNOWN' WHERE id = $1`, [made.id]);
  expect(await by.get(path)).toMatchObject(services);
  const { id: _id, ...whole } = await by.get(path);
  expect(await by.post('product', whole)).toMatchObject(services);
  const contract = await by.patch(path, { ...services, productType: 'CONTRACT' });
  expect([contract.productType, contract.soldAs]).toEqual(['CONTRACT', undefined]);
});

test('R9 an offer of professional services is returned likewise, as a draft and submitted', async () => {
  const draft = await by.post('draftOffer', {
    name: 'Advice',
    ...sold,
    productType: 'PROFESSIONAL_SERVICES',
  });
  expect(draft).toMatchObject(services);
  const { soldAs: _dropped, ...read } = draft;
  expect(await by.post('draftOffer', { ...read, name: 'Advice in a draft' })).toMatchObject(services);
  expect(await by.patch(`offer/${draft.id}`, { ...read, name: 'Advised' })).toMatchObject(services);
  const submitted = await by.post('offer', { ...read, name: 'Advice for all' });
  expect(submitted).toMatchObject({ id: draft.id, name: 'Advice for all', ...services });
  expect(await by.patch(`offer/${draft.id}`, { ...read, name: 'Advice for some' })).toMatchObject(services);
});

test.each(['MKB', 'MKE'])(
  'an order of a product at %s contains the name and the public offer',
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

test('usage sold at a partner outside the published partners of usage names that partner in a separate field', async () => {
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
