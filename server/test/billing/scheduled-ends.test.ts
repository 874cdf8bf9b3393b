import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { type BillingSales, billingSales } from './sales.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let sales: BillingSales;
const start = '2027-01-01T00:00:00.000Z';
const cancelDate = '2027-03-01T00:00:00.000Z';

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  org = await app.organization({ at: '2026-12-20T09:00:00Z' });
  by = entitlementsOf(app, org);
  sales = billingSales(app, org, by);
  await sales.until(start);
});
afterAll(() => app.stop());

const instalments = [
  { amount: 600, chargeOn: start },
  { amount: 400, chargeOn: cancelDate },
  { amount: 200, chargeOn: '2027-04-01T00:00:00Z' },
];
const monthly = { key: 'fee', name: 'Platform', rate: 100, length: 1, timeUnit: 'MONTH' };
const api = { key: 'api', name: 'API', rate: 1 };

/** Sells for a year, with a cancellation scheduled for the date of the second instalment, or for a month’s start. */
async function sellCancelled(info: object): Promise<string> {
  const { id } = await sales.sell(info, '2028-01-01', '2027-01-01');
  await by.post(`entitlement/${id}/scheduleCancellation`, { type: 'SpecificDate', cancelDate });
  return id;
}
const charged = async (id: string) =>
  (await sales.invoices(id))
    .filter(({ status }) => status !== 'DELETED')
    .map(({ startDate, info }) => [startDate.slice(0, 10), info.dueAmount - (info.creditedAmount ?? 0)])
    .sort();
/** Advances the clock while no job runs, as if the program that runs the jobs were down. */
const advanceAlone = (days: number) =>
  app.database.query(
    'UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = $1',
    [org.id, days * 86_400_000],
  );

describe('a cancellation scheduled for a date', () => {
  test.each([
    ['an instalment', { paymentInstallments: instalments }, [['2027-01-01', 600]]],
    [
      'a month’s commit',
      { commits: [monthly] },
      [
        ['2027-01-01', 100],
        ['2027-02-01', 100],
      ],
    ],
  ])('ends the sale on that date, before %s of the same date', async (_, info, invoices) => {
    const id = await sellCancelled(info);
    await sales.until('2027-05-02T00:00:00Z');
    expect(await by.entitlement(id)).toMatchObject({ status: 'CANCELLED', endTime: cancelDate });
    expect((await by.terms(id)).map(({ endTime }: { endTime: string }) => endTime)).toEqual([cancelDate]);
    expect(await charged(id)).toEqual(invoices);
  });

  test('ends the sale on that date also if its job runs days later, and accepts no usage after it', async () => {
    const id = await sellCancelled({ paymentInstallments: instalments, dimensions: [api] });
    await sales.until('2027-02-28T12:00:00Z');
    await advanceAlone(3);
    const records = { api: 1 };
    const path = `entitlement/${id}/usageRecordGroup`;
    const refused = await by.call('POST', path, { records, timestamp: cancelDate });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('is not before the end of the entitlement'),
    ]);
    await by.post(path, { records, timestamp: '2027-02-28T23:59:59.999Z' });
    await app.drainJobs();
    expect(await by.entitlement(id)).toMatchObject({ status: 'CANCELLED', endTime: cancelDate });
    await sales.until('2027-05-02T00:00:00Z');
    expect(await charged(id)).toEqual([
      ['2027-01-01', 600],
      ['2027-02-01', 1],
    ]);
  });

  test('charges again what it held when it is withdrawn', async () => {
    const id = await sellCancelled({ paymentInstallments: instalments });
    await sales.until('2027-02-27T00:00:00Z');
    await by.post(`entitlement/${id}/unscheduleCancellation`);
    await sales.until('2027-03-02T00:00:00Z');
    expect(await charged(id)).toEqual([
      ['2027-01-01', 600],
      ['2027-03-01', 400],
    ]);
  });
});
