import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RevenueLine } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { type Revenue, revenueOf } from '../revenue.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Revenue;
/** The report of the marketplace: all its lines. */
let report: RevenueLine[] = [];
let isWhole = true;

beforeAll(async () => {
  app = await startTestApp({
    registry: (own) => ({
      ...own,
      find: (organization, partner) => {
        const adapter = own.find(organization, partner);
        return (
          adapter && {
            ...adapter,
            describe: () => ({ ...adapter.describe(), revenue: { hour: 1 } }),
            readRevenue: async () => ({
              lines: report,
              usage: [],
              cursor: '{}',
              hasMore: false,
              ...(isWhole ? { lineIds: report.map(({ id }) => id) } : {}),
            }),
          }
        );
      },
    }),
  });
});
afterAll(() => app.stop());

let soldId: string;
let entitlementId: string;
beforeEach(async () => {
  org = await app.organization({ at: '2026-11-28T12:00:00Z' });
  by = revenueOf(app, org);
  report = [];
  isWhole = true;
  const sold = await by.sold('MKB');
  entitlementId = sold.id;
  soldId = (await by.entitlement(sold.id)).externalID as string;
});

const line = (id: string, gross: string, of = soldId): RevenueLine => ({
  id,
  version: gross,
  isPresent: true,
  record: {},
  soldId: of,
  day: '2026-11-01',
  currency: 'USD',
  amounts: { gross, collectable: gross, invoiced: gross, disbursed: gross },
  dates: {},
  facts: {},
});

/** Reads a report with these lines, and returns the amounts that then apply. */
async function readReport(lines: RevenueLine[]) {
  report = lines;
  await by.post('sandbox/clock', { advance: 'P1D' });
  await app.drainJobs();
  const { info } = await by.entitlement(entitlementId);
  const records = await by.query(
    'SELECT amount::float8 AS gross FROM revenue_record WHERE organization_id = $1 AND entitlement_id = $2',
    entitlementId,
  );
  return [info.grossAmount, info.disbursedAmount ?? 0, records.map(({ gross }) => gross)];
}

test('lines that a report no longer has do not count, and count again when they return', async () => {
  expect(await readReport([line('a', '100'), line('b', '20')])).toEqual([120, 120, [120]]);
  // The second line is split.
  const split = [line('a', '100'), line('b1', '15'), line('b2', '5')];
  expect(await readReport(split)).toEqual([120, 120, [120]]);
  // The first line becomes a refund, which has an id of its own.
  expect(await readReport([line('a-', '-100'), line('b', '20')])).toEqual([-80, -80, [-80]]);
  expect(await readReport(split)).toEqual([120, 120, [120]]);
});

test('sales that a report does not have stay, as in a report that is empty, or was not read completely', async () => {
  expect(await readReport([line('a', '100')])).toEqual([100, 100, [100]]);
  expect(await readReport([])).toEqual([100, 100, [100]]);
  expect(await readReport([line('x', '7', 'another-sale')])).toEqual([100, 100, [100]]);
  isWhole = false;
  expect(await readReport([line('c', '1')])).toEqual([101, 101, [101]]);
});
