import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { type Revenue, revenueOf } from '../revenue.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Revenue;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization({ at: '2031-05-12T10:20:00Z' });
  by = revenueOf(app, org);
});

const gross = async (id: string): Promise<unknown> => (await by.entitlement(id)).info.grossAmount;
const advance = async (period: string) => {
  await by.post('sandbox/clock', { advance: period });
  await app.drainJobs();
};

test.each(['MKA', 'MKB', 'MKC', 'MKE', 'MKF'])(
  'a sale at %s has its gross amount from the first charge, before the feed shows the sale',
  async (partner) => {
    const { id } = await by.sold(partner);
    expect(await gross(id)).toBe(100);
    expect(await by.get(`entitlement?fields=info`)).toMatchObject([{ info: { grossAmount: 100 } }]);
    await advance('P1D');
    expect(await gross(id)).toBe(100);
  },
);

test.each(['MKB', 'MKE'])(
  'the gross amount of a usage sale at %s is the accepted usage, from the first hour',
  async (partner) => {
    const { id } = await by.sold(partner, { commits: [] });
    expect(await gross(id)).toBeUndefined();
    await by.report(id, 10);
    await advance('PT2H');
    expect(await gross(id)).toBe(3.33);
    const events = (await by.actions(id)).length;
    for (let hour = 0; hour < 3; hour++) {
      await by.report(id, 10);
      await advance('PT1H');
    }
    expect(await gross(id), 'later usage updates the gross amount once a day').toBe(3.33);
    await advance('PT12H');
    expect(await gross(id)).toBe(13.32);
    const actions = (await by.actions(id)).slice(events);
    expect(actions.filter((action) => action === 'UPDATE')).toHaveLength(1);
  },
);

test('the gross amount of instalments is the sum of those due', async () => {
  const paymentInstallments = [{ amount: 60 }, { amount: 40, chargeOn: '2031-07-01' }];
  const { id } = await by.sold('MKE', { paymentInstallments });
  expect(await gross(id)).toBe(60);
  await advance('P60D');
  expect(await gross(id)).toBe(100);
});

test('once the feed shows the sale, its gross amount comes from the feed', async () => {
  const { id } = await by.sold('MKA');
  const from = await by.now();
  await by.fault('MKA', 'REFUND_REVENUE');
  await by.advanceToPayout(from, 1);
  expect(await gross(id)).toBe(90);
  await by.report(id, 10);
  await advance('P2D');
  expect(await gross(id)).toBe(90);
});
