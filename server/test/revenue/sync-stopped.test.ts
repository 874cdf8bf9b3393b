import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RevenuePage } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { type Revenue, revenueOf } from '../revenue.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Revenue;
/** What happens before a page is answered, by how many lines are kept then. */
let before: (count: number) => Promise<void> = async () => {};
/** How many lines were kept when each page was asked for. */
let asked: number[] = [];

/** The feed, a line to a page. */
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
test('a reading that is cancelled keeps the pages it has taken and stops; the next one goes on behind them', async () => {
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
  // Three shares that were billed, three that were paid out, and the payout.
  expect([asked[0], await kept()]).toEqual([1, 7]);
  expect([await grossOf(sold.id), await payouts()]).toEqual([100, 1]);
});

test('a reading whose process dies between two pages goes on with the page that it had not taken, and counts nothing twice', async () => {
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
  // The page that was asked for when it died is asked for again, with what was kept before.
  expect(asked.slice(asked.indexOf(1), asked.indexOf(1) + 4)).toEqual([1, 2, 2, 3]);
  expect([await kept(), await grossOf(sold.id), await payouts()]).toEqual([7, 100, 1]);
  const records = (
    await by.get(`partner/MKA/revenueRecord?entitlementId=${sold.id}&startDate=2020-01-01&endDate=${last}`)
  ).revenueRecords;
  expect(records.map(({ amount }: { amount: number }) => amount)).toEqual([100]);
});
