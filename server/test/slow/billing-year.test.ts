import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyInvoices } from '../../src/billing/index.ts';
import { groupBy } from '../../src/platform/records/group-by.ts';
import { type BillingSales, billingSales } from '../billing/sales.fixture.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { usageOf } from '../usage.fixture.ts';
import {
  expectReckoned,
  expectWholeUsage,
  first,
  plannedSales,
  stop,
  type TimedAction,
  timedActions,
  timeOf,
} from './billing/sold-year.ts';
import { countOf, seededChance } from './seeded.ts';

/** The number of sales; 20 or more before a release. */
const sold = countOf('BILLING_SALES', 4);
const chance = seededChance('billing-year');

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let sales: BillingSales;
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
  sales = billingSales(app, org, by);
});
afterAll(() => app.stop());

async function live(all: readonly TimedAction[]): Promise<void> {
  const deeds = [...all].sort((one, other) => one.at - other.at);
  let time = first;
  for (const { at, act } of deeds) {
    if (at > time) await sales.until(timeOf(at));
    time = at;
    await act();
    await app.drainJobs();
  }
  await sales.until(timeOf(stop));
}

/** Sums the billed usage of a sale from the fee rows of its invoices. */
async function billedUsage(entitlementId: string) {
  const { rows } = await app.database.query(
    `SELECT extract(epoch FROM f.period_start)::int / 86400 AS start, (sum(f.amount - f.credited_amount) * 100)::bigint::text AS cents
     FROM invoice_fee f JOIN invoice i ON i.organization_id = $1 AND i.id = f.invoice_id
     WHERE f.organization_id = $1 AND f.entitlement_id = $2 AND f.kind = 'USAGE' AND i.status NOT IN ('CANCELED', 'DELETED')
     GROUP BY f.period_start HAVING sum(f.amount - f.credited_amount) <> 0`,
    [org.id, entitlementId],
  );
  return rows.map(({ start, cents }) => ({ start, cents: BigInt(cents) }));
}

/** Counts the usage fees that were credited because late usage reduced the total. */
async function creditedUsage(): Promise<number> {
  const { rows } = await app.database.query(
    `SELECT count(*)::int AS count FROM invoice_fee WHERE organization_id = $1 AND kind = 'USAGE' AND credited_amount > 0`,
    [org.id],
  );
  return rows[0].count;
}

test(`R35 R48 R61 R62 a year of ${sold} direct sales: every invoice equals an independent calculation`, async () => {
  const days = Array.from({ length: 30 }, () => first + chance.below(400));
  await sales.until(timeOf(first));
  const all = await plannedSales({ by, sales }, chance, sold, [...new Set(days)]);
  const deeds = all.flatMap((sale) => timedActions({ by, sales }, sale));
  await live(deeds);
  const invoices = await expectReckoned({ by, sales }, all, deeds, `SEED=${chance.seed}`);
  await expectWholeUsage(all, billedUsage, `SEED=${chance.seed}`);
  const { rows } = await app.database.query(
    `SELECT f.fee_key FROM invoice_fee f JOIN invoice i ON i.organization_id = $1 AND i.id = f.invoice_id
     WHERE f.organization_id = $1 AND i.status NOT IN ('CANCELED', 'DELETED') GROUP BY 1 HAVING count(*) > 1`,
    [org.id],
  );
  expect(rows).toEqual([]);
  expect(await usageOf(app, org).act(verifyInvoices)).toEqual([]);
  const late = all.flatMap((sale) => sale.late).length;
  const having = (field: 'creditedAmount' | 'deductedCommitAmount') =>
    invoices.filter(({ info }) => info[field] > 0).length;
  const ofType = groupBy(invoices, ({ type }) => type);
  console.log(
    `billing-year: ${sold} sales, ${deeds.length} deeds, ${late} of them late usage, ${invoices.length} invoices ` +
      `(${[...ofType].map(([type, list]) => `${list.length} ${type}`).join(', ')}), ` +
      `${having('deductedCommitAmount')} less what commits paid, ${having('creditedAmount')} with credit notes, ` +
      `${await creditedUsage()} credited as late usage made them cheaper`,
  );
}, 3_600_000);
