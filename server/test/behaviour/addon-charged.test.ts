import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addonJob } from '../../src/entitlements/index.ts';
import { verifyUsage } from '../../src/metering/index.ts';
import { enqueue } from '../../src/platform/jobs/queue.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageOf } from '../usage.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let usage: ReturnType<typeof usageOf>;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  org = await app.organization({ at: '2031-05-12T10:20:00Z' });
  by = entitlementsOf(app, org);
  usage = usageOf(app, org);
});
afterAll(() => app.stop());

const dimensions = [
  { key: 'setup', name: 'Setup', rate: 2 },
  { key: 'calls', name: 'Calls', priceTiers: [] },
];
const sold = (partner: string, info: object = {}) =>
  by.accepted({ partner, info: { currency: 'USD', dimensions, mkCDuration: 12, ...info } });
/** Orders a listing with the given dimensions at a marketplace without private offers. */
const ofListing = async (partner: string) => {
  const { id: productId } = await by.post('product', { name: 'Scanner', partner, info: { dimensions } });
  await app.drainJobs();
  return by.ordered(partner, { productId });
};
const apply = (id: string, addon: object) => by.post(`entitlement/${id}/addon`, addon);
const advance = async (period: string) => {
  await by.post('sandbox/clock', { advance: period });
  await app.drainJobs();
};
const billed = async (agreementId: string) =>
  (await by.get(`sandbox/usage?agreementId=${agreementId}`)).map(
    ({ dimension, quantity }: { dimension: string; quantity: number }) => [dimension, quantity],
  );
const warnings = async (id: string): Promise<string[]> =>
  (await by.entitlement(id)).metaInfo.warningMessages ?? [];

test.each(['MKA', 'MKB', 'MKC', 'MKD', 'MKE'])(
  'R45 an addon at %s whose id is the key of a dimension is billed there, once',
  async (partner) => {
    const { id, externalID, metaInfo } = partner === 'MKD' ? await ofListing(partner) : await sold(partner);
    const applied = await apply(id, { id: 'setup', name: 'Onboarding', amount: 250 });
    expect(applied.metaInfo.warningMessages).toEqual(metaInfo.warningMessages);
    await advance('PT2H');
    expect(await billed(externalID)).toEqual([['setup', 125]]);
    const [term] = await by.terms(id);
    expect(term.reportedAmount).toBe(250);
    const { usageRecordGroups } = await by.get(`usageRecordGroup?entitlementId=${id}`);
    expect(usageRecordGroups).toMatchObject([
      { status: 'REPORTED', records: { setup: 125 }, metaInfo: { source: 'INTERNAL', addonID: 'setup' } },
    ]);
    expect(await usage.act(verifyUsage)).toEqual([]);
  },
);

test('R45 a charge that is retried by the job or the caller is charged once', async () => {
  const { id, externalID } = await sold('MKB');
  await apply(id, { id: 'setup', amount: 10 });
  expect((await by.call('POST', `entitlement/${id}/addon`, { id: 'setup', amount: 10 })).status).toBe(400);
  await app.drainJobs();
  const payload = { entitlementId: id, addonId: 'setup', amount: '10', at: '2031-05-12T10:20:00.000Z' };
  await usage.act((scope) => scope.query(enqueue(scope, addonJob, payload)));
  await advance('PT2H');
  await usage.act((scope) => scope.query(enqueue(scope, addonJob, payload)));
  await advance('PT2H');
  expect(await billed(externalID)).toEqual([['setup', 5]]);
  expect(await warnings(id)).toEqual([]);
  expect(await usage.act(verifyUsage)).toEqual([]);
});

describe('R45 an addon that cannot be charged is accepted, with a warning on the entitlement and in its event', () => {
  test.each([
    ['MKB', { id: 'hours', amount: 5 }, '“hours” does not match a metered dimension'],
    ['MKB', { name: 'Workshop' }, 'does not match a metered dimension'],
    ['MKB', { id: 'calls', amount: 5 }, '“calls” has no price'],
    ['MKF', { id: 'setup', amount: 5 }, 'usage is not reported to MKF'],
  ])('at %s: %j', async (partner, addon, reason) => {
    const { id, externalID } = await sold(partner);
    const { info, metaInfo } = await apply(id, addon);
    expect(info.addons).toMatchObject([addon]);
    const warning = metaInfo.warningMessages.at(-1);
    expect(warning).toMatch(/^The addon “.+” is not charged: /);
    expect(warning).toContain(reason);
    await advance('PT2H');
    if (partner !== 'MKF') expect(await billed(externalID)).toEqual([]);
    expect((await by.events(id)).at(-1)).toBe('UPDATE ADDON_NOT_CHARGED');
    const { notificationEvents } = await by.get(
      'notificationEvent?priorities=LOW,MEDIUM,HIGH,CRITICAL&entityTypes=ENTITLEMENT',
    );
    const messages = notificationEvents.map(({ message }: { message: string }) => message);
    expect(messages.filter((message: string) => message.includes(warning))).toHaveLength(1);
  });

  test('an addon of 0 or of a direct sale is not charged there; the invoice charges a direct sale', async () => {
    const { id } = await sold('MKB');
    expect((await apply(id, { id: 'free', amount: 0 })).metaInfo).not.toHaveProperty('warningMessages');
    const direct = await by.direct({ info: { commits: [{ key: 'fee', rate: 1 }] } });
    expect((await apply(direct.id, { id: 'x', amount: 5 })).metaInfo).not.toHaveProperty('warningMessages');
  });
});

describe('R45 the date of an addon at a marketplace', () => {
  test('is the time of its charge', async () => {
    const { id, externalID } = await sold('MKB');
    await apply(id, { id: 'setup', amount: 8, chargeOn: '2031-05-14' });
    await advance('PT20H');
    const upcoming = await by.get('sandbox/upcoming');
    expect(upcoming).toContainEqual(
      expect.objectContaining({ kind: 'ADDON_CHARGED', entityId: id, at: '2031-05-14T00:00:00.000Z' }),
    );
    expect(await billed(externalID)).toEqual([]);
    await advance('P1DT4H');
    expect(await billed(externalID)).toEqual([['setup', 4]]);
  });

  test('waits, while the entitlement is SUSPENDED, until it is ACTIVE', async () => {
    const { id, externalID } = await sold('MKB');
    await apply(id, { id: 'setup', amount: 8, chargeOn: '2031-05-14' });
    await by.post(`sandbox/entitlement/${id}/suspend`);
    await advance('P3D');
    expect(await billed(externalID)).toEqual([]);
    await by.post(`sandbox/entitlement/${id}/reinstate`);
    await advance('P2D');
    expect(await billed(externalID)).toEqual([['setup', 4]]);
    expect(await warnings(id)).toEqual([]);
  });

  test('after the end of the entitlement: nothing is charged, and the entitlement has a warning', async () => {
    const { id, externalID } = await sold('MKB');
    await apply(id, { id: 'setup', amount: 8, chargeOn: '2031-05-14' });
    await by.post(`sandbox/entitlement/${id}/cancel`);
    await advance('P3D');
    expect((await by.entitlement(id)).status).toBe('CANCELLED');
    expect(await billed(externalID)).toEqual([]);
    expect((await warnings(id)).at(-1)).toContain('“setup” is not charged');
  });

  test('just before the end of the entitlement: the addon is charged', async () => {
    const { id, externalID } = await sold('MKB');
    await apply(id, { id: 'setup', amount: 8 });
    await by.post(`sandbox/entitlement/${id}/cancel`);
    await app.drainJobs();
    await advance('PT2H');
    expect(await billed(externalID)).toEqual([['setup', 4]]);
    expect(await usage.act(verifyUsage)).toEqual([]);
  });
});
