import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingSales, billingSales } from '../billing/sales.fixture.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let by: Entitlements;
let sales: BillingSales;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

/** Creates an organization with its own clock for one test. */
const begin = async (at: string) => {
  const org = await app.organization({ at });
  by = entitlementsOf(app, org);
  sales = billingSales(app, org, by);
};
const monthly = { key: 'fee', rate: 100, length: 1, timeUnit: 'MONTH' };
const shown = async (id: string) =>
  (await by.terms(id)).map(({ startTime, endTime, commitAmount }: Record<string, string>) =>
    [startTime?.slice(0, 10), endTime?.slice(0, 10), commitAmount].join(' '),
  );

test('R42 quarters of monthly fees from a 29th cost the same after February, at the marketplace and directly', async () => {
  await begin('2026-11-29T10:00:00Z');
  const info = { autoRenew: true, commits: [monthly] };
  const { id } = await by.accepted({
    partner: 'MKE',
    info: { ...info, commits: [{ ...monthly, length: 3 }, monthly] },
  });
  const direct = await sales.sell(info, '2027-02-28', '2026-11-29');
  await sales.until('2027-05-30T10:00:00Z');
  const terms = ['2026-11-29 2027-02-28', '2027-02-28 2027-05-29', '2027-05-29 2027-08-29'];
  expect(await shown(id)).toEqual(terms.map((term) => `${term} 400`));
  expect(await shown(direct.id)).toEqual(terms.map((term) => `${term} 300`));
  expect((await by.entitlement(direct.id)).info).toMatchObject({ commitAmount: 300, annualizedAmount: 1200 });
  expect((await sales.invoices(direct.id)).map(({ info: { dueAmount } }) => dueAmount)).toEqual(
    Array(7).fill(100),
  );
});

test('R42 a fee without a duration has the same annualized amount in a term that begins on a shortened day', async () => {
  await begin('2027-08-31T10:00:00Z');
  const { id } = await by.accepted({
    partner: 'MKA',
    info: { autoRenew: true, mkAAgreementDuration: 'P6M', commits: [{ key: 'a', rate: 60 }] },
  });
  await sales.until('2028-03-10T10:00:00Z');
  expect(await shown(id)).toEqual(['2027-08-31 2028-02-29 60', '2028-02-29 2028-08-31 60']);
  expect((await by.entitlement(id)).info.annualizedAmount).toBe(120);
});

test('R42 R48 a change in a renewed term prices months from the agreed day, as does the next renewal', async () => {
  await begin('2027-01-31T10:00:00Z');
  const commits = [{ ...monthly, type: 'PER_USER', quantity: 2 }];
  const sold = await sales.sell({ autoRenew: true, commits }, '2027-02-28', '2027-01-31');
  await sales.until('2027-03-16T10:00:00Z');
  await by.patch(`entitlement/${sold.id}/priceModel`, { commits: [{ ...commits[0], quantity: 4 }] });
  await sales.until('2027-04-10T10:00:00Z');
  // 31 days, of which 16 cost 200 a month and 15 cost 400.
  expect(await shown(sold.id)).toEqual([
    '2027-01-31 2027-02-28 200',
    '2027-02-28 2027-03-16 103.23',
    '2027-03-16 2027-03-31 193.55',
    '2027-03-31 2027-04-30 400',
  ]);
});

test('R42 included units are granted once in a month with a renewal on a shortened day', async () => {
  await begin('2027-01-30T10:00:00Z');
  const included = [{ quantity: 10, recurringUnit: 'Monthly' }];
  const dimensions = [{ key: 'gpu', name: 'GPU', rate: 1, includedBaseQuantities: included }];
  const { id } = await sales.sell(
    { autoRenew: true, commits: [monthly], dimensions },
    '2027-02-28',
    '2027-01-30',
  );
  for (const day of ['2027-03-05', '2027-03-29']) {
    await sales.until(`${day}T10:00:00Z`);
    await by.post(`entitlement/${id}/usageRecordGroup`, { records: { gpu: 10 } });
  }
  await sales.until('2027-04-02T10:00:00Z');
  const usage = (await sales.invoices(id)).filter(({ type }) => type === 'USAGE');
  expect(usage.map(({ startDate, info: { dueAmount } }) => [startDate.slice(0, 10), dueAmount])).toEqual([
    ['2027-02-28', 10],
  ]);
});

test('R42 a payment on the first day of each term stays on it', async () => {
  await begin('2027-01-31T00:00:00Z');
  const info = {
    autoRenew: true,
    commits: [monthly],
    paymentInstallments: [{ amount: 100, chargeOn: '2027-01-31' }],
  };
  const { id } = await sales.sell(info, '2027-02-28', '2027-01-31');
  await sales.until('2027-05-02T00:00:00Z');
  expect(
    (await sales.invoices(id)).map(({ startDate, info: { dueAmount } }) => [
      startDate.slice(0, 10),
      dueAmount,
    ]),
  ).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'].map((day) => [day, 100]));
});

test('R42 a term that an older program priced by the shortened day continues, and is renewed by the agreed day', async () => {
  await begin('2027-01-31T00:00:00Z');
  const { id } = await sales.sell({ autoRenew: true, commits: [monthly] }, '2027-02-28', '2027-01-31');
  await sales.until('2027-03-02T00:00:00Z');
  await app.database.query(
    `UPDATE entitlement_term SET commit_amount = 200, priced_amount = 200, priced_since = NULL, priced_until = NULL
     WHERE entitlement_id = $1 AND start_time = '2027-02-28T00:00:00Z'`,
    [id],
  );
  await sales.until('2027-04-02T00:00:00Z');
  expect(await shown(id)).toEqual([
    '2027-01-31 2027-02-28 100',
    '2027-02-28 2027-03-31 200',
    '2027-03-31 2027-04-30 100',
  ]);
});
