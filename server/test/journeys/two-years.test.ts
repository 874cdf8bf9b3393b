import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
});
// Each test has its own organization, because sales continue while its clock advances.
beforeEach(async () => {
  by = entitlementsOf(app, await app.organization({ at: '2031-05-12T10:20:00Z' }));
});
afterAll(() => app.stop());

type Term = {
  id: string;
  info: { type: string };
  commitAmount: number;
  entitlementInfo: { commitAmount: number };
  startTime: string;
  endTime: string;
};

const dayOf = (time: string) => Math.floor(Date.parse(time) / 86_400_000);

/** Computes the commit of each term: its prorated amount, by days, of the price of the purchased period (R48). */
function sharesOf(terms: Term[], bought: { first: number; last: number; wholes: number[] }[]): number[] {
  return bought.flatMap(({ first, last, wholes }) => {
    const [from, to] = [dayOf(terms[first]?.startTime ?? ''), dayOf(terms[last]?.endTime ?? '')];
    const passed = (whole: number, time: string) =>
      Math.round((whole * 100 * (dayOf(time) - from)) / (to - from));
    return wholes.map((whole, index) => {
      const term = terms[first + index] as Term;
      return (passed(whole, term.endTime) - passed(whole, term.startTime)) / 100;
    });
  });
}

const advance = async (length: string) => {
  const { operationId } = await by.post('sandbox/clock', { advance: length });
  await app.drainJobs();
  expect((await by.get(`v2/operation/${operationId}`)).status).toBe('COMPLETED');
};
const play = async (id: string, verb: string, body?: object) => {
  await by.post(`sandbox/entitlement/${id}/${verb}`, body);
  await app.drainJobs();
  return by.entitlement(id);
};

test('R22 R40 R42 over two years a subscription renews, grows, changes its plan, is suspended, and ends', async () => {
  const seats = { key: 'seats', type: 'PER_USER', rate: 100, quantity: 10, length: 6, timeUnit: 'MONTH' };
  const sold = await by.accepted({ partner: 'MKB', info: { commits: [seats], autoRenew: true } });
  expect(sold).toMatchObject({ status: 'ACTIVE', info: { commitAmount: 1000, autoRenew: true } });
  const { id } = sold;

  await advance('P7M');
  expect((await by.terms(id)).map(({ info }: Term) => info.type)).toEqual(['Signup', 'AutoRenew']);
  expect((await play(id, 'changeQuantity', { quantity: 15 })).info.commitAmount).toBe(1500);
  await advance('P1M');
  const commits = [{ key: 'flat', rate: 2400, length: 6, timeUnit: 'MONTH' }];
  expect(await play(id, 'changePlan', { planId: 'gold', commits })).toMatchObject({
    info: { commitAmount: 2400, annualizedAmount: 4800, commits },
  });
  await advance('P1M');
  expect((await play(id, 'suspend')).status).toBe('SUSPENDED');
  await advance('P10D');
  expect((await play(id, 'reinstate')).status).toBe('ACTIVE');
  await advance('P1Y');
  expect((await by.entitlement(id)).status).toBe('ACTIVE');
  const renewed = await play(id, 'renew');
  await app.database.query(
    `UPDATE sandbox_agreement SET terms = terms || '{"autoRenew":false}' WHERE id = $1`,
    [sold.externalID],
  );
  await by.post(`entitlement/${id}/sync`);
  await app.drainJobs();
  await advance('P1Y');

  const ended = await by.entitlement(id);
  expect(ended).toMatchObject({ status: 'CANCELLED', endTime: renewed.endTime });
  const terms: Term[] = await by.terms(id);
  expect(terms.map(({ info, entitlementInfo }) => [info.type, entitlementInfo.commitAmount])).toEqual([
    ['Signup', 1000],
    ['AutoRenew', 1000],
    ['QuantityChange', 1500],
    ['PlanChange', 2400],
    ['AutoRenew', 2400],
    ['AutoRenew', 2400],
    ['ManualRenew', 2400],
  ]);
  const [first, ...rest] = sharesOf(terms, [
    { first: 0, last: 0, wholes: [1000] },
    { first: 1, last: 3, wholes: [1000, 1500, 2400] },
  ]);
  expect(terms.map(({ commitAmount }) => commitAmount)).toEqual([first, ...rest, 2400, 2400, 2400]);
  for (const [index, term] of terms.entries())
    expect(term.endTime, `term ${index}`).toBe(terms[index + 1]?.startTime ?? ended.endTime);
  expect(ended.entitlementTermID).toBe(terms.at(-1)?.id);
  expect(Date.parse(ended.endTime) - Date.parse(ended.startTime)).toBeGreaterThan(2 * 365 * 86_400_000);
  const actions = await by.actions(id);
  expect(actions.filter((action) => action !== 'UPDATE')).toEqual([
    'CREATE',
    'SUSPEND',
    'REINSTATE',
    'TERMINATE',
  ]);
  expect(actions.filter((action) => action === 'UPDATE').length).toBeGreaterThanOrEqual(terms.length - 1);
});

test('R36 R40 R42 a direct sale renews, changes its price and is cancelled on request', async () => {
  const fee = { key: 'fee', rate: 10, length: 2, timeUnit: 'MONTH' };
  const { id } = await by.direct({ info: { commits: [fee], autoRenew: true } });
  await advance('P3M');
  await by.patch(`entitlement/${id}/priceModel`, { commits: [{ ...fee, quantity: 3 }] });
  await by.patch(`entitlement/${id}/priceModel`, { commits: [{ ...fee, rate: 8, quantity: 3 }] });
  await by.post(`entitlement/${id}/scheduleCancellation`, { type: 'EndOfTerm' });
  await advance('P2M');
  const terms: Term[] = await by.terms(id);
  expect(terms.map(({ info, entitlementInfo }) => [info.type, entitlementInfo.commitAmount])).toEqual([
    ['Signup', 10],
    ['AutoRenew', 10],
    ['QuantityChange', 30],
    ['PlanChange', 24],
  ]);
  expect(terms.map(({ commitAmount }) => commitAmount)).toEqual([
    10,
    ...sharesOf(terms, [{ first: 1, last: 3, wholes: [10, 30, 24] }]),
  ]);
  expect((await by.entitlement(id)).status).toBe('CANCELLED');
  expect((await by.actions(id)).at(-1)).toBe('CANCEL');
});
