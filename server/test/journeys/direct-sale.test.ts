import { afterAll, beforeAll, expect, test } from 'vitest';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
  by = entitlementsOf(app, await app.organization({ at: new Date(now).toISOString() }));
});
afterAll(() => app.stop());

test('R36 R40 R41 R46 a direct sale starts from an offer, changes seats, gets credit, divides its commit, and ends', async () => {
  const seats = { key: 'seats', type: 'PER_USER', rate: 100, quantity: 10, length: 1, timeUnit: 'YEAR' };
  const inAYear = new Date(now + 365 * day).toISOString();
  const offer = await by.post('offer', {
    name: 'Annual plan',
    endTime: inAYear,
    info: { commits: [seats], netTermsInDays: 30, taxIds: ['T1'] },
  });
  expect(offer.status).toBe('PENDING_ACCEPTANCE');
  const buyerId = await by.buyer('Buyer AG');
  const entitlement = await by.post('entitlement', { offerId: offer.id, buyerId, startDate: null });
  expect(entitlement).toMatchObject({
    status: 'ACTIVE',
    offerID: offer.id,
    buyerID: buyerId,
    name: 'Annual plan',
    endTime: inAYear,
    info: { commitAmount: 1000, annualizedAmount: 1000, netTermsInDays: 30, taxIds: ['T1'] },
  });
  expect(await by.get(`offer/${offer.id}`)).toMatchObject({ status: 'ACCEPTED', buyerID: buyerId });
  const under = `entitlement/${entitlement.id}`;

  await by.patch(`${under}/entitlementName`, { name: 'Annual plan of Buyer AG' });
  await by.patch(`${under}/metaInfo`, { crmBDealId: '4711' });
  await by.patch(`${under}/billing`, { netTermsInDays: 45 });
  await by.post(`${under}/addCredit`, { creditAmountIncrement: 50.25 });
  const changed = await by.patch(`${under}/priceModel`, { commits: [{ ...seats, quantity: 15 }] });
  expect(changed).toMatchObject({
    name: 'Annual plan of Buyer AG',
    metaInfo: { crmBDealId: '4711' },
    info: { commitAmount: 1500, netTermsInDays: 45 },
  });
  const [first, second] = await by.terms(entitlement.id);
  // The first term has no days, because the day of a change belongs to the following term (R48).
  expect(first).toMatchObject({ info: { type: 'Signup' }, commitAmount: 0, endTime: second.startTime });
  expect(second).toMatchObject({
    info: { type: 'QuantityChange' },
    commitAmount: 1500,
    creditAmount: 50.25,
    endTime: inAYear,
  });

  const half = new Date(now + 180 * day).toISOString();
  const startDates = [second.startTime, half];
  expect(await by.post(`${under}/divideCommit`, { commitAmount: 1500, startDates })).toBe(second.id);
  const parts = (await by.terms(entitlement.id)).slice(2);
  expect(parts).toMatchObject([
    { commitAmount: 750, startTime: second.startTime, endTime: half },
    { commitAmount: 750, startTime: half, endTime: inAYear },
  ]);

  await by.post(`${under}/scheduleCancellation`, {
    type: 'SpecificDate',
    cancelDate: half,
    note: 'moves on',
  });
  await by.advance(179 * day);
  expect((await by.entitlement(entitlement.id)).status).toBe('ACTIVE');
  await by.advance(2 * day);
  const ended = await by.entitlement(entitlement.id);
  expect(ended.status).toBe('CANCELLED');
  expect(Date.parse(ended.endTime)).toBeGreaterThanOrEqual(Date.parse(half));
  expect(Date.parse(ended.endTime)).toBeLessThan(Date.parse(half) + 3 * day);
  const fiveUpdates = Array(5).fill('UPDATE');
  expect(await by.actions(entitlement.id)).toEqual(['CREATE', ...fiveUpdates, 'CANCEL']);
});
