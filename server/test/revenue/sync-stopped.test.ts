import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RevenuePage } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { type Revenue, revenueOf } from '../revenue.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Revenue;
/** Action before a page is returned; receives the number of stored lines. */
let before: (count: number) => Promise<void> = async () => {};
/** The number of stored lines at each page request. */
let asked: number[] = [];

/** The line at which reading the feed fails. */
let endsEarlyAt: number | undefined;

/** The feed, with one line per page. */
const inLines = ({ lines, usage, cursor }: RevenuePage, position: number): RevenuePage => ({
  lines: lines.slice(position, position + 1),
  usage: position === 0 ? usage : [],
  cursor: position + 1 < lines.length ? `${position + 1}` : cursor,
  hasMore: position + 1 < lines.length,
});

beforeAll(async () => {
  app = await startTestApp({
    registry: (own) => ({
      ...own,
      find: (organization, partner) => {
        const adapter = own.find(organization, partner);
        if (!adapter?.readRevenue) return adapter;
        const read = adapter.readRevenue;
        return {
          ...adapter,
          readRevenue: async (cursor) => {
            asked.push(await kept());
            await before(asked.at(-1) as number);
            const position = /^\d+$/.test(cursor ?? '') ? Number(cursor) : 0;
            if (position === endsEarlyAt)
              return { lines: [], usage: [], cursor: `${position}`, hasMore: false, refused: 'Not read.' };
            return inLines(await read(undefined), position);
          },
        };
      },
    }),
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  by = revenueOf(app, org);
});
afterEach(() => {
  before = async () => {};
  asked = [];
  endsEarlyAt = undefined;
});

const kept = async () =>
  (await by.query('SELECT count(*)::int AS n FROM revenue_detail WHERE organization_id = $1'))[0].n;
const payouts = async () =>
  (
    await by.query(
      `SELECT count(*)::int AS n FROM event WHERE organization_id = $1 AND entity_type = 'REVENUE_RECORD' AND action = 'DISBURSE'`,
    )
  )[0].n;
const grossOf = async (id: string) => (await by.entitlement(id)).info.grossAmount;
test('a cancelled reading of revenue keeps the stored pages; the next one continues after them', async () => {
  const sold = await by.sold('MKA');
  const from = await by.now();
  before = async (count) => {
    if (count !== 1) return;
    const [{ id }] = await by.query(
      `SELECT id FROM job WHERE organization_id = $1 AND kind = 'revenue.sync' AND finished_at IS NULL`,
    );
    const reply = await by.call('POST', `v2/operation/${id}/cancel`);
    expect(reply.status, reply.text).toBe(200);
  };
  await by.advanceToPayout(from, 1);
  expect(await kept()).toBe(1);
  const { body: operations } = await by.call('GET', 'operation?status=CANCELED');
  expect(JSON.stringify(operations)).toContain('Synchronize revenue');
  before = async () => {};
  asked = [];
  await by.advanceToPayout(from, 2);
  // Three billed amounts, three paid amounts, and the payout.
  expect([asked[0], await kept()]).toEqual([1, 7]);
  expect([await grossOf(sold.id), await payouts()]).toEqual([100, 1]);
});

test('a reading of revenue whose process dies between two pages continues with the next page, without double counting', async () => {
  const sold = await by.sold('MKA');
  const from = await by.now();
  let deaths = 0;
  before = async (count) => {
    if (count === 2 && deaths++ === 0) throw new Error('the process dies here');
  };
  const last = await by.advanceToPayout(from, 2);
  for (let run = 0; run < 3; run++) {
    await by.query(
      `UPDATE job SET ready_at = clock_timestamp(), due_at = clock_timestamp(), stands = 'LINE'
       WHERE organization_id = $1 AND kind = 'revenue.sync' AND finished_at IS NULL`,
    );
    await app.drainJobs();
  }
  // The page that was requested when the process died is requested again; earlier lines are kept.
  expect(asked.slice(asked.indexOf(1), asked.indexOf(1) + 4)).toEqual([1, 2, 2, 3]);
  expect([await kept(), await grossOf(sold.id), await payouts()]).toEqual([7, 100, 1]);
  const records = (
    await by.get(`partner/MKA/revenueRecord?entitlementId=${sold.id}&startDate=2020-01-01&endDate=${last}`)
  ).revenueRecords;
  expect(records.map(({ amount }: { amount: number }) => amount)).toEqual([100]);
});

test('a payout read in parts is announced once it is complete, with the full amount', async () => {
  await by.sold('MKA');
  const from = await by.now();
  // There are three billed amounts; of the three paid amounts, only one is read.
  endsEarlyAt = 4;
  await by.advanceToPayout(from, 2);
  expect([await kept(), await payouts()]).toEqual([4, 0]);
  endsEarlyAt = undefined;
  await by.advanceToPayout(from, 3);
  const [{ disburse_amount: amount }] = await by.query(
    'SELECT disburse_amount FROM revenue_payout WHERE organization_id = $1 ORDER BY disburse_date LIMIT 1',
  );
  expect(await kept()).toBeGreaterThanOrEqual(7);
  // 100 less 3 %, plus 8 % tax.
  expect(Number(amount)).toBe(105);
});
