import { afterAll, beforeAll, expect, test } from 'vitest';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
});
afterAll(() => app.stop());

/** The maximum of every field of an offer. */
const largest = {
  currency: 'USD',
  netTermsInDays: 36_525,
  gracePeriodInDays: 36_525,
  billingIntervalInMonths: 1200,
  trialConfig: { trialPeriod: 36_525, trialPeriodUnit: 'DAY' },
  commits: [{ key: 'a', rate: 1e6, quantity: 1e9, length: 100, timeUnit: 'YEAR' }],
  billableDimensions: [{ name: 'u', length: 36_525, timeUnit: 'DAY' }],
};
const settings = (({ netTermsInDays, gracePeriodInDays, billingIntervalInMonths, trialConfig }) => ({
  netTermsInDays,
  gracePeriodInDays,
  billingIntervalInMonths,
  trialConfig,
}))(largest);
/** Marketplace A has limits of its own. */
const amountsOfA = {
  mkAAgreementDuration: 'P100Y',
  netTermsInDays: 120,
  commits: [{ key: 'a', rate: 1e8, length: 100, timeUnit: 'YEAR' }],
};
const year = (time: string) => Number(time.slice(0, 4));

test('R42 the largest values of a direct sale work: an end in a hundred years, exact amounts, and a renewal as long', async () => {
  const sold = await by.direct({ info: { ...largest, autoRenew: true } });
  expect(year(sold.endTime) - year(sold.startTime)).toBe(100);
  expect(sold.info).toMatchObject({ ...settings, commitAmount: 1e15, annualizedAmount: 1e13 });
  expect(await by.terms(sold.id)).toMatchObject([{ commitAmount: 1e15, endTime: sold.endTime }]);
  await by.advance(36_530 * day);
  const renewed = await by.entitlement(sold.id);
  expect([renewed.status, year(renewed.endTime) - year(sold.endTime)]).toEqual(['ACTIVE', 100]);
  expect((await by.terms(sold.id)).map((term: { info: { type: string } }) => term.info.type)).toEqual([
    'Signup',
    'AutoRenew',
  ]);
});

test.each([
  ['MKA', 100, amountsOfA],
  ['MKB', 5, { commits: [{ key: 'a', rate: 1e6, quantity: 1e9, length: 5, timeUnit: 'YEAR' }] }],
  ['MKC', 7, { mkCDuration: 84, commits: [{ key: 'a', rate: 10, quantity: 1e8 }] }],
  ['MKE', 100, {}],
  ['MKF', 100, {}],
])('R42 the largest values on %s work: an end in %i years', async (partner, years, info) => {
  const sold = await by.accepted({ partner, info: { ...largest, ...info } });
  expect([sold.status, year(sold.endTime) - year(sold.startTime)]).toEqual(['ACTIVE', years]);
  const { netTermsInDays = settings.netTermsInDays } = info as { netTermsInDays?: number };
  expect(sold.info).toMatchObject({ ...settings, netTermsInDays });
});

test('R42 payments at the end of the calendar stay in it when the sale renews', async () => {
  const last = '9999-12-31T23:59:59.999Z';
  const info = {
    autoRenew: true,
    commits: [{ key: 'a', rate: 1, length: 1, timeUnit: 'YEAR' }],
    paymentInstallments: [{ amount: 1, chargeOn: last }],
  };
  const sold = await by.direct({ info });
  await by.advance(366 * day);
  const renewed = await by.entitlement(sold.id);
  expect(year(renewed.endTime) - year(sold.endTime)).toBe(1);
  expect(renewed.info.paymentInstallments).toEqual([{ amount: 1, chargeOn: last }]);
});

test('R41 settings of one entitlement and later prices have the same limits', async () => {
  const { id } = await by.direct();
  const refused = async (path: string, body: object, ...pointers: string[]) => {
    const { status, body: answer } = await by.call('PATCH', `entitlement/${id}/${path}`, body);
    expect([status, answer.errors?.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      400,
      pointers,
    ]);
  };
  const { billingIntervalInMonths: _, ...billing } = settings;
  expect((await by.patch(`entitlement/${id}/billing`, billing)).info).toMatchObject(billing);
  const beyond = { netTermsInDays: 1e9, gracePeriodInDays: 36_526, trialConfig: { trialPeriod: 1e9 } };
  await refused('billing', beyond, '/gracePeriodInDays', '/netTermsInDays', '/trialConfig/trialPeriod');
  const { commits, billableDimensions } = largest;
  await by.patch(`entitlement/${id}/priceModel`, { commits, billableDimensions });
  await refused('priceModel', { commits: [{ length: 101, timeUnit: 'YEAR' }] }, '/commits/0/length');
  const discount = { discountType: 'PERCENTAGE', value: 101 };
  await refused('priceModel', { billableDimensions: [{ discount }] }, '/billableDimensions/0/discount/value');
  const volume = {
    category: 'volume',
    priceModelVolume: { tiers: [{ maximumUnits: 5 }, { maximumUnits: 5 }] },
  };
  const tiers = '/billableDimensions/0/priceModelVolume/tiers/1/maximumUnits';
  await refused('priceModel', { billableDimensions: [volume] }, tiers);
});
