import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RevenueLine } from '../../src/marketplaces/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let sale: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  sale = entitlementsOf(app, org);
});

const info = {
  currency: 'USD',
  commits: [{ key: 'base', rate: 100 }],
  dimensions: [{ key: 'gpu', name: 'GPU', rate: 0.333 }],
};
const now = async () => new Date((await sale.get('sandbox/clock')).time);
const advanceTo = async (time: Date) => {
  await sale.post('sandbox/clock', { to: time.toISOString() });
  await app.drainJobs();
};
/** Returns the fourth day of the month a number of months from now. */
const payoutOf = (from: Date, months: number) =>
  new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 4));
const linesOf = async (): Promise<RevenueLine[]> =>
  (await sale.get('sandbox/revenue')).flatMap(({ line }: { line?: RevenueLine }) => line ?? []);
const fault = (partner: string, kind: string) => sale.post('sandbox/fault', { partner, kind });
const sum = (lines: readonly RevenueLine[], name: keyof RevenueLine['amounts']) =>
  lines.reduce((total, { amounts }) => total + Math.round(Number(amounts[name] ?? 0) * 100), 0);

describe('payouts of the sandbox', () => {
  test('an organization without sales has no payout job, and no payouts after a year of its clock', async () => {
    const from = await now();
    await advanceTo(payoutOf(from, 12));
    expect(await sale.get('sandbox/revenue')).toEqual([]);
    const { rows } = await app.database.query(
      `SELECT kind FROM job WHERE organization_id = $1 AND kind LIKE '%payout%'`,
      [org.id],
    );
    expect(rows).toEqual([]);
  });

  test.each(['MKA', 'MKB', 'MKC'])(
    '%s bills a month on the third of the next month, and pays out a month later',
    async (partner) => {
      const own = partner === 'MKC' ? { mkCDuration: 12 } : {};
      const sold = await sale.accepted({ partner, info: { ...info, ...own } });
      const from = await now();
      await sale.post(`entitlement/${sold.id}/usageRecordGroup`, { records: { gpu: 10 } });
      await advanceTo(payoutOf(from, 1));
      const billed = await linesOf();
      expect(sum(billed, 'gross')).toBe(100_00 + 3_33);
      expect(sum(billed, 'collectable')).toBe(100_00 - 3_00 + 3_33 - 10);
      expect(sum(billed, 'disbursed')).toBe(0);
      expect(billed.every(({ soldId }) => soldId === sold.externalID)).toBe(true);
      await advanceTo(payoutOf(from, 2));
      const later = (await linesOf()).slice(billed.length);
      const paid = partner === 'MKA' ? 97_00 + 8_00 + 3_23 + 27 : 97_00 + 3_23;
      expect(sum(later, 'disbursed')).toBe(paid);
      const whole = later.find(({ record }) => record.transactionType === 'DISBURSEMENT');
      expect(whole?.record.amount).toBe(partner === 'MKA' ? paid / 100 : undefined);
    },
  );

  test('other marketplaces have no payouts', async () => {
    for (const partner of ['MKE', 'MKF']) await sale.accepted({ partner, info });
    await advanceTo(payoutOf(await now(), 2));
    expect(await sale.get('sandbox/revenue')).toEqual([]);
  });

  test('the caller can request a refund, a late correction, a duplicate line, an unknown agreement and a line by order id', async () => {
    const sold = await sale.accepted({ partner: 'MKB', info });
    const from = await now();
    await fault('MKB', 'ORDER_ID_REVENUE');
    await fault('MKB', 'DUPLICATE_REVENUE');
    await fault('MKB', 'REFUND_REVENUE');
    await fault('MKB', 'UNKNOWN_REVENUE');
    await advanceTo(payoutOf(from, 1));
    const entitlement = await sale.entitlement(sold.id);
    const shown = (lines: readonly RevenueLine[]) =>
      lines.map(({ soldId, amounts }) => {
        const whose = soldId === entitlement.info.mkBAssetID ? 'order' : soldId?.slice(0, 7);
        return `${whose} ${amounts.gross} ${amounts.disbursed ?? amounts.refundDisbursed ?? ''}`.trim();
      });
    const first = await linesOf();
    expect(shown(first)).toEqual(['order 100', 'order 100', 'order -10', 'unknown 100']);
    expect(new Set(first.map(({ id }) => id)).size).toBe(3);
    await fault('MKB', 'CORRECT_REVENUE');
    await advanceTo(payoutOf(from, 2));
    expect(shown((await linesOf()).slice(4))).toEqual(['order 80', 'order 80 77.6', 'order -10 9.7']);
  });

  test('on MKA a correction and a refund name the event that caused them', async () => {
    await sale.accepted({ partner: 'MKA', info });
    const from = await now();
    await fault('MKA', 'REFUND_REVENUE');
    await advanceTo(payoutOf(from, 1));
    await fault('MKA', 'CORRECT_REVENUE');
    await advanceTo(payoutOf(from, 3));
    const lines = await linesOf();
    const [first] = lines;
    const following = lines.filter(
      ({ parentId, record }) => parentId === first?.id && record.action === 'INVOICED',
    );
    expect(following.map(({ record }) => `${record.transactionType} ${record.amount}`).sort()).toEqual([
      'MARKETPLACE_REV_SHARE 0.6',
      'MARKETPLACE_REV_SHARE_REFUND 0.3',
      'SELLER_REV_SHARE -20',
      'SELLER_REV_SHARE_REFUND -10',
      'SELLER_TAX_SHARE -1.6',
      'SELLER_TAX_SHARE_REFUND -0.8',
    ]);
    const ids = lines.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(sum(lines, 'disbursed') - sum(lines, 'refundDisbursed')).toBe((105 - 21 - 10.5) * 100);
  });
});
