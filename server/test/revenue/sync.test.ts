import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RevenueLine } from '../../src/marketplaces/index.ts';
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
  // The clock avoids the first day of a month, on which sales are billed.
  org = await app.organization({ at: '2026-11-28T12:00:00Z' });
  by = revenueOf(app, org);
});

type Sum = Record<'gross' | 'collectable' | 'invoiced' | 'disbursed' | 'tax', number>;
const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100);

/** Sums the sandbox’s own records of billed and paid amounts in cents, as an independent calculation. */
async function bookOf(agreementId: string): Promise<Sum> {
  const sum: Sum = { gross: 0, collectable: 0, invoiced: 0, disbursed: 0, tax: 0 };
  const sales = await by.query(
    'SELECT * FROM sandbox_sale WHERE organization_id = $1 AND agreement_id = $2',
    agreementId,
  );
  for (const { gross, fee, tax, payout_id: paid } of sales) {
    sum.gross += cents(gross);
    sum.collectable += cents(gross) - cents(fee);
    sum.invoiced += cents(gross);
    sum.tax += cents(tax);
    if (paid) sum.disbursed += cents(gross) - cents(fee) + cents(tax);
  }
  return sum;
}

const recordsOf = async (partner: string, entitlementId: string, last: string) =>
  (
    await by.get(
      `partner/${partner}/revenueRecord?entitlementId=${entitlementId}&startDate=2020-01-01&endDate=${last}`,
    )
  ).revenueRecords as Record<string, number>[];

async function recordedOf(partner: string, entitlementId: string, last: string): Promise<Sum> {
  const sum: Sum = { gross: 0, collectable: 0, invoiced: 0, disbursed: 0, tax: 0 };
  for (const one of await recordsOf(partner, entitlementId, last)) {
    sum.gross += cents(one.amount);
    sum.collectable += cents(one.collectableAmount);
    sum.invoiced += cents(one.invoiceAmount) - cents(one.refundInvoiceAmount);
    sum.tax += cents(one.taxAmount);
    sum.disbursed += cents(one.disburseAmount) - cents(one.refundDisburseAmount);
  }
  return sum;
}

const payoutEvents = async () =>
  (
    await by.query(
      `SELECT payload FROM event WHERE organization_id = $1 AND entity_type = 'REVENUE_RECORD' AND action = 'DISBURSE'
       ORDER BY creation_time, id`,
    )
  ).map(({ payload }) => (typeof payload === 'string' ? JSON.parse(payload) : payload));

/** Enough months to bill, read and pay out each kind of correction; a slow test covers a year. */
const months = 5;

describe('revenue over several months', () => {
  test.each(['MKA', 'MKB', 'MKC'])(
    'on %s, records, entitlement and payouts equal the amounts that the sandbox billed',
    async (partner) => {
      const sold = await by.sold(partner);
      const from = await by.now();
      let last = '';
      for (let month = 1; month <= months + 1; month++) {
        if (month <= months) await by.report(sold.id, 7 * month);
        if (month === 2)
          for (const kind of ['REFUND_REVENUE', 'DUPLICATE_REVENUE']) await by.fault(partner, kind);
        if (month === 3)
          for (const kind of ['CORRECT_REVENUE', 'UNKNOWN_REVENUE']) await by.fault(partner, kind);
        if (month === 4 && partner === 'MKB') await by.fault(partner, 'ORDER_ID_REVENUE');
        last = await by.advanceToPayout(from, month);
      }
      const book = await bookOf(sold.externalID);
      expect(book.gross).toBeGreaterThan(100_00);
      expect(await recordedOf(partner, sold.id, last)).toEqual(book);
      const { info } = await by.entitlement(sold.id);
      expect({
        gross: cents(info.grossAmount),
        collectable: cents(info.collectableAmount),
        invoiced: cents(info.invoicedAmount),
        disbursed: cents(info.disbursedAmount),
      }).toEqual({
        gross: book.gross,
        collectable: book.collectable,
        invoiced: book.invoiced,
        disbursed: book.disbursed,
      });
      const payouts = await payoutEvents();
      expect(payouts.length).toBe(months);
      expect(payouts.reduce((sum, { disburseAmount }) => sum + cents(disburseAmount), 0)).toBe(
        book.disbursed,
      );
      const { revenueRecordDetails: unmatched } = await by.get(
        `partner/${partner}/revenueRecordDetail?unmatched=true&startDate=2020-01-01&endDate=${last}`,
      );
      expect(unmatched.length).toBe(partner === 'MKA' ? 3 : 1);
      const report = await by.post('revenueReport', {
        partner,
        service: 'MARKETPLACE',
        reportType: 'GrossAmount',
        startDate: '2026-01-01',
        endDate: last,
      });
      const reported = report.revenueRecords.reduce(
        (sum: number, { amount }: { amount: number }) => sum + cents(amount),
        0,
      );
      expect(reported).toBe(book.gross);
      const verified = await by.get(
        `partner/${partner}/usageMeteringDailyVerification?startDate=2020-01-01&endDate=${last}`,
      );
      expect(verified.usageMeteringDailyVerifications.length).toBeGreaterThanOrEqual(months);
      for (const one of verified.usageMeteringDailyVerifications)
        expect(one).toMatchObject({ isQuantityMatched: true });
    },
  );
});

describe('a revenue feed', () => {
  test('is not read for an organization without sales: no job runs in a year', async () => {
    await by.advanceToPayout(await by.now(), 12);
    const jobs = await by.query(`SELECT kind FROM job WHERE organization_id = $1 AND kind LIKE 'revenue.%'`);
    expect(jobs).toEqual([]);
  });

  test('R63 matches a line by its order, and a line of an unknown agreement once that agreement is known', async () => {
    const sold = await by.sold('MKB');
    const from = await by.now();
    await by.fault('MKB', 'ORDER_ID_REVENUE');
    await by.query(
      `UPDATE entitlement SET external_id = 'not yet' WHERE organization_id = $1 AND id = $2`,
      sold.id,
    );
    const { info } = await by.entitlement(sold.id);
    await by.query(
      `UPDATE entitlement SET info = info - 'mkBAssetID' WHERE organization_id = $1 AND id = $2`,
      sold.id,
    );
    const last = await by.advanceToPayout(from, 1);
    const unmatched = async () =>
      (await by.get(`partner/MKB/revenueRecordDetail?unmatched=true&endDate=${last}`)).revenueRecordDetails;
    expect(await unmatched()).toHaveLength(1);
    expect(await recordsOf('MKB', sold.id, last)).toEqual([]);
    await by.query(
      `UPDATE entitlement SET info = info || jsonb_build_object('mkBAssetID', $3::text) WHERE organization_id = $1 AND id = $2`,
      sold.id,
      info.mkBAssetID,
    );
    // A new entitlement triggers a new match of unmatched lines.
    await by.sold('MKB');
    await app.dispatchEvents();
    await app.drainJobs();
    expect(await unmatched()).toEqual([]);
    expect((await recordsOf('MKB', sold.id, last)).map(({ amount }) => amount)).toEqual([100]);
    expect((await by.entitlement(sold.id)).info.grossAmount).toBe(100);
  });

  test('R63 matches a line of a machine image by the offer that lists it, and by the buyer', async () => {
    const [one, other] = [await by.sold('MKB'), await by.sold('MKB')];
    const from = await by.now();
    for (const [{ offerID, id }, buyer] of [
      [one, 'tenant-1'],
      [other, 'tenant-2'],
    ] as const) {
      await by.query(
        `UPDATE offer SET info = info || '{"mkBVmImageSkuIds": ["sku-gen1", "sku-gen2"]}' WHERE organization_id = $1 AND id = $2`,
        offerID,
      );
      await by.query(
        `UPDATE entitlement SET external_buyer_id = $3 WHERE organization_id = $1 AND id = $2`,
        id,
        buyer,
      );
    }
    const line: Partial<RevenueLine> = {
      id: 'earning-1',
      version: '1',
      record: { earningID: 'earning-1' },
      skuId: 'sku-gen2',
      buyerId: 'tenant-2',
      day: from.toISOString().slice(0, 10),
      currency: 'USD',
      amounts: { gross: '12.5' },
      dates: {},
      facts: {},
    };
    await by.query(
      `INSERT INTO sandbox_revenue (organization_id, id, partner, line, creation_time) VALUES ($1, 'sbr_0', 'MKB', $2, now())`,
      JSON.stringify(line),
    );
    const last = await by.advanceToPayout(from, 1);
    const gross = async (id: string) =>
      (await recordsOf('MKB', id, last)).reduce((sum, { amount }) => sum + Number(amount), 0);
    expect([await gross(one.id), await gross(other.id)]).toEqual([100, 112.5]);
  });

  test('is read from the start once after isGrossRevenueFullSync: false, which then becomes true', async () => {
    const sold = await by.sold('MKA');
    const from = await by.now();
    await by.advanceToPayout(from, 1);
    await by.query('DELETE FROM revenue_detail WHERE organization_id = $1').catch(() => undefined);
    await app.database.query(`DELETE FROM revenue_detail WHERE organization_id = $1`, [org.id]);
    const last = await by.advanceToPayout(from, 2);
    const before = await by.get(`partner/MKA/revenueRecordDetail?entitlementId=${sold.id}&endDate=${last}`);
    expect(before.revenueRecordDetails).toEqual([]);
    await by.query(
      `UPDATE entitlement SET meta_info = meta_info || '{"isGrossRevenueFullSync": false}' WHERE organization_id = $1 AND id = $2`,
      sold.id,
    );
    const later = await by.advanceToPayout(from, 3);
    const { revenueRecordDetails: found } = await by.get(
      `partner/MKA/revenueRecordDetail?entitlementId=${sold.id}&startDate=2020-01-01&endDate=${later}`,
    );
    // Three billed amounts, and three paid amounts.
    expect(found).toHaveLength(6);
    expect((await by.entitlement(sold.id)).metaInfo.isGrossRevenueFullSync).toBe(true);
    expect(await recordedOf('MKA', sold.id, later)).toEqual(await bookOf(sold.externalID));
  });

  test('is absent on some marketplaces, whose lists are empty', async () => {
    await by.sold('MKE');
    await by.advanceToPayout(await by.now(), 2);
    for (const partner of ['MKD', 'MKE', 'MKF'])
      expect(await by.get(`partner/${partner}/revenueRecord`)).toEqual({ revenueRecords: [] });
  });
});
