import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
});
// Advancing the clock affects every sale of an organization, so each test has its own organization.
beforeEach(async () => {
  by = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

type Term = {
  info: { type: string };
  commitAmount: number;
  creditAmount?: number;
  startTime: string;
  endTime: string;
  entitlementInfo: { paymentInstallments?: { amount: number; chargeOn?: string }[] };
};
const play = async (id: string, verb: string, body?: object) => {
  await by.post(`sandbox/entitlement/${id}/${verb}`, body);
  await app.drainJobs();
  return by.entitlement(id);
};
const amounts = (terms: Term[]) => terms.map(({ info, commitAmount }) => [info.type, commitAmount]);
const inOrder = (terms: Term[]) =>
  terms.sort((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime));
const days = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
  (Date.parse(endTime) - Date.parse(startTime)) / day;
/** A commit by seat for a hundred days. */
const seats = { key: 'seats', type: 'PER_USER', rate: 100, quantity: 10, length: 100, timeUnit: 'DAY' };

describe('R42 the quantity of an order', () => {
  const publicOffer = async (info: object) => {
    const offer = { name: `Public ${JSON.stringify(info)}`, partner: 'MKB', offerType: 'DEFAULT', info };
    return (await by.post('offer', offer)).id as string;
  };
  const flat = { key: 'plan', rate: 50, length: 1, timeUnit: 'YEAR' };

  test.each([
    ['of the only price', { commits: [flat] }],
    ['by seat', { commits: [{ ...flat, type: 'PER_USER', minimumUsers: 2 }] }],
    ['of the amount that is shown', { commitAmount: 50 }],
  ])('scales the amount: %s', async (_, info) => {
    const offerId = await publicOffer(info);
    const { id, info: sold } = await by.ordered('MKB', { offerId, quantity: 4 });
    expect(sold).toMatchObject({ commitAmount: 200, mkBSubscriptions: [{ quantity: 4 }] });
    expect(amounts(await by.terms(id))).toEqual([['Signup', 200]]);
    expect((await play(id, 'changeQuantity', { quantity: 6 })).info.commitAmount).toBe(300);
  });

  test.each([
    ['several prices', { commits: [flat, { ...flat, key: 'other' }] }, 2],
    ['payments on dates', { commits: [flat], paymentInstallments: [{ amount: 50 }] }, 2],
    ['too few seats', { commits: [{ ...flat, type: 'PER_USER', minimumUsers: 5 }] }, 4],
  ])('is refused where the offer does not support it: %s', async (_, info, quantity) => {
    const offerId = await publicOffer(info);
    const refused = await by.call('POST', 'sandbox/order', { partner: 'MKB', offerId, quantity });
    expect([refused.status, refused.body.errors?.[0].pointer], refused.text).toEqual([400, '/quantity']);
  });

  test('of 1 for an offer with several prices means the whole offer', async () => {
    const offerId = await publicOffer({ commits: [flat, { ...flat, key: 'third' }] });
    expect((await by.ordered('MKB', { offerId, quantity: 1 })).info.commitAmount).toBe(100);
  });
});

describe('R42 a renewal repeats the agreed duration', () => {
  const renewed = async (info: object, count: number): Promise<Term[]> => {
    const sold = await by.direct({ info: { autoRenew: true, ...info } });
    for (let term = 0; term < count; term++) {
      const { endTime } = await by.entitlement(sold.id);
      await by.post('sandbox/clock', { to: endTime });
      await app.drainJobs();
    }
    return by.terms(sold.id);
  };

  test.each([
    [30, { commits: [{ key: 'fee', rate: 10, length: 30, timeUnit: 'DAY' }] }],
    [30, { mkAAgreementDuration: 'P30D', commits: [{ key: 'fee', rate: 10 }] }],
    [28, { mkAAgreementDuration: 'P4W', commits: [{ key: 'fee', rate: 10 }] }],
  ])('of %d days, whatever the lengths of the months', async (length, info) => {
    expect((await renewed(info, 3)).map(days)).toEqual(Array(4).fill(length));
  });

  test('of 365 days, also over a leap day', async () => {
    by = entitlementsOf(app, await app.organization({ at: '2027-10-01T00:00:00Z' }));
    const terms = await renewed({ mkAAgreementDuration: 'P365D', commits: [{ key: 'fee', rate: 1 }] }, 1);
    expect(terms.map(({ startTime }) => startTime.slice(0, 10))).toEqual(['2027-10-01', '2028-09-30']);
    expect(terms.map(days)).toEqual([365, 365]);
  });

  test.each(['MKA', 'MKE'])('on %s, automatically and before its end', async (partner) => {
    const commits = [{ key: 'fee', rate: 10, length: 30, timeUnit: 'DAY' }];
    const { id, endTime } = await by.accepted({ partner, info: { autoRenew: true, commits } });
    await play(id, 'renew');
    const { endTime: end } = await by.entitlement(id);
    expect(days({ startTime: endTime, endTime: end })).toBe(30);
    await by.post('sandbox/clock', { to: end });
    await app.drainJobs();
    const terms: Term[] = await by.terms(id);
    expect(terms.map(days)).toEqual([30, 30, 30]);
    expect(terms.map(({ commitAmount }) => commitAmount)).toEqual([10, 10, 10]);
  });
});

describe('R48 a term that is ended early keeps the commitment of its actual days', () => {
  const bought = () => by.direct({ info: { commits: [seats] } });
  const sold = (partner: string, more: object = {}) =>
    by.accepted({ partner, info: { commits: [seats], currency: 'USD', ...more } });

  test('by a cancellation, here or at a marketplace', async () => {
    const [direct, atMarketplace, never] = [await bought(), await sold('MKB'), await sold('MKA')];
    await by.advance(30 * day);
    await by.post(`entitlement/${direct.id}/cancel`);
    await play(atMarketplace.id, 'cancel');
    for (const { id } of [direct, atMarketplace]) {
      const { endTime } = await by.entitlement(id);
      expect(await by.terms(id)).toMatchObject([{ commitAmount: 300, endTime }]);
    }
    await by.advance(70 * day);
    expect(amounts(await by.terms(never.id))).toEqual([['Signup', 1000]]);
  });

  test('which is zero for a sale that never started', async () => {
    const { time } = await by.get('sandbox/clock');
    const startTime = new Date(Date.parse(time) + 10 * day).toISOString();
    const { id } = await sold('MKA', { startTime });
    await play(id, 'cancel');
    const { status, endTime } = await by.entitlement(id);
    expect([status, days({ startTime, endTime })]).toEqual(['CANCELLED', 100]);
    expect(await by.terms(id)).toMatchObject([{ commitAmount: 0, startTime, endTime }]);
  });

  test('by a change of units, of the plan, and of both again: exactly', async () => {
    const { id } = await sold('MKB');
    await by.advance(33 * day);
    await play(id, 'changeQuantity', { quantity: 11 });
    await by.advance(33 * day);
    await play(id, 'changePlan', { planId: 'gold', amount: 333.33 });
    await by.advance(33 * day);
    await play(id, 'cancel');
    expect(amounts(await by.terms(id))).toEqual([
      ['Signup', 330],
      ['QuantityChange', 363],
      // Amount prorated for 99 of 100 days, minus the amount for 66 days.
      ['PlanChange', 330 - 220],
    ]);
  });

  test('in full for a price that ended before the term', async () => {
    const { time } = await by.get('sandbox/clock');
    const termEndTime = new Date(Date.parse(time) + 50 * day).toISOString();
    const fee = { key: 'fee', rate: 500, termEndTime };
    const { id } = await by.direct({ info: { commits: [seats, fee] } });
    await by.advance(25 * day);
    await by.patch(`entitlement/${id}/priceModel`, { commits: [{ ...seats, quantity: 20 }, fee] });
    await by.advance(50 * day);
    await by.post(`entitlement/${id}/cancel`);
    expect(amounts(await by.terms(id))).toEqual([
      ['Signup', 250 + 250],
      ['QuantityChange', 1000 + 250],
    ]);
  });

  test('an early renewal begins at the old end, uses the prices in effect by then, and ends with the sale', async () => {
    const { id, endTime } = await sold('MKB');
    await by.advance(20 * day);
    await play(id, 'renew');
    await play(id, 'renew');
    await by.advance(30 * day);
    await play(id, 'changeQuantity', { quantity: 12 });
    const terms = inOrder(await by.terms(id));
    expect(amounts(terms)).toEqual([
      ['Signup', 500],
      ['QuantityChange', 600],
      ['ManualRenew', 1200],
      ['ManualRenew', 1200],
    ]);
    expect(terms.map(days).map(Math.round)).toEqual([50, 50, 100, 100]);
    expect(terms[2]?.startTime).toBe(endTime);
    await by.post('sandbox/clock', { to: endTime });
    await app.drainJobs();
    await by.advance(10 * day);
    await play(id, 'cancel');
    expect(amounts(inOrder(await by.terms(id)))).toEqual([
      ['Signup', 500],
      ['QuantityChange', 600],
      ['ManualRenew', 120],
    ]);
  });
});

describe('R42 R48 payments on fixed dates', () => {
  const paid = async (dates: number[], more: object = {}) => {
    const { time } = await by.get('sandbox/clock');
    const paymentInstallments = dates.map((ahead) => ({
      amount: Math.floor(1000 / dates.length),
      ...(ahead > 0 ? { chargeOn: new Date(Date.parse(time) + ahead * day).toISOString() } : {}),
    }));
    const info = { commits: [seats], currency: 'USD', autoRenew: true, paymentInstallments, ...more };
    return by.accepted({ partner: 'MKB', info });
  };
  const payments = ({ info }: { info: { paymentInstallments?: { amount: number }[] } }) =>
    info.paymentInstallments?.map(({ amount }) => amount);

  test('that are in the future are scaled with the seats, so that all payments add up to the commitment', async () => {
    const sold = await paid([0, 25, 50, 75]);
    await by.advance(40 * day);
    const changed = await play(sold.id, 'changeQuantity', { quantity: 20 });
    // 400 for forty days and 1,200 for sixty days, of which 500 was due.
    expect(payments(changed)).toEqual([250, 250, 550, 550]);
    expect(amounts(await by.terms(sold.id))).toEqual([
      ['Signup', 400],
      ['QuantityChange', 1200],
    ]);
    // A renewal is for twenty seats from the beginning.
    await by.post('sandbox/clock', { to: sold.endTime });
    await app.drainJobs();
    const renewed = await by.entitlement(sold.id);
    expect([payments(renewed), renewed.info.commitAmount]).toEqual([[500, 500, 500, 500], 2000]);
  });

  test('return to the same amounts when the change is reverted', async () => {
    const sold = await paid([10, 90]);
    await play(sold.id, 'changeQuantity', { quantity: 7 });
    const back = await play(sold.id, 'changeQuantity', { quantity: 10 });
    expect([payments(back), back.info.commitAmount]).toEqual([[500, 500], 1000]);
  });

  test('that are all due are dropped when the buyer changes the quantity, and the seller cannot change it', async () => {
    const sold = await paid([0]);
    await by.advance(50 * day);
    const refused = await by.call('PATCH', `entitlement/${sold.id}/seat?newSeat=20`);
    expect([refused.status, refused.body.code]).toEqual([400, 'entitlement_state']);
    expect(refused.body.detail).toContain('payment');
    const changed = await play(sold.id, 'changeQuantity', { quantity: 20 });
    expect(changed.info).not.toHaveProperty('paymentInstallments');
    expect(amounts(await by.terms(sold.id))).toEqual([
      ['Signup', 500],
      ['QuantityChange', 1000],
    ]);
  });

  test('that were dropped leave the exact cost by the prices', async () => {
    // A tenth of three payments of 333 is 99, and a seat costs 100.
    const sold = await paid([0, 10, 20], { currency: 'JPY' });
    await by.advance(30 * day);
    const changed = await play(sold.id, 'changeQuantity', { quantity: 1 });
    expect(changed.info).not.toHaveProperty('paymentInstallments');
    expect(changed.info.commitAmount).toBe(100);
  });
});
