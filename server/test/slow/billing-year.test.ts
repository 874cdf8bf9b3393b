import { afterAll, beforeAll, expect, test } from 'vitest';
import { groupBy } from '../../src/platform/records/group-by.ts';
import { type BillingSales, billingSales, type ShownInvoice } from '../billing/sales.fixture.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { hasEnded, hours, PlainBill, type PlainInvoice, type PlainUse } from './billing/plain-bill.ts';
import { dateOf, models, plannedSale, type SoldPlan, shownInfo, shownTerm } from './billing/plain-sale.ts';
import { countOf, seededChance } from './seeded.ts';

/** How many sales: 20 and more before a release. */
const sold = countOf('BILLING_SALES', 6);
const chance = seededChance('billing-year');
const first = Date.UTC(2027, 0, 1) / 86_400_000;
/** After the year of the last sale, and its days of grace. */
const stop = first + 405 + 18 / 24;
const hundredth = (quantity: bigint): number => Number(quantity) / 100;

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

type Sale = { plan: SoldPlan; metricId: string; uses: Map<number, PlainUse>; id: string };
type Deed = { at: number; act: () => Promise<unknown> };

function usesOf(plan: SoldPlan, days: readonly number[]): Map<number, PlainUse> {
  const isGrouped = plan.term.counted?.model === 'matrix';
  const groups = isGrouped ? ['os=bsd', 'os=linux'] : [''];
  const quantity = () => BigInt(chance.below(chance.pick([90, 3000, 6000])));
  const used = days.filter(
    (day) => day > plan.soldOn && !hasEnded(plan, day + hours.use) && chance.below(3) > 0,
  );
  return new Map(
    used.map((day) => {
      const counted = new Map(groups.map((group) => [group, quantity() + 1n]));
      return [day, { gpu: plan.gpu === undefined ? 0n : quantity() + 1n, counted }];
    }),
  );
}

async function report({ id, metricId }: Sale, { gpu, counted }: PlainUse): Promise<void> {
  const say = (group: object) => by.post(`entitlement/${id}/usageRecordGroup`, group);
  if (gpu > 0n) await say({ records: { gpu: hundredth(gpu) } });
  const billableRecords = [...counted].map(([group, quantity]) => ({
    key: metricId,
    ...(group ? { properties: { os: group.slice('os='.length) } } : {}),
    quantity: hundredth(quantity),
  }));
  await say({ billableRecords });
}

/** What is done with a sale, in its time. */
function deedsOf(sale: Sale): Deed[] {
  const { plan, metricId, uses } = sale;
  const { soldOn, change, endsOn, addons } = plan;
  const deeds: Deed[] = [...uses].map(([day, use]) => ({
    at: day + hours.use,
    act: () => report(sale, use),
  }));
  const sell = async () => {
    sale.id = (await sales.sell(shownInfo(plan, metricId), dateOf(plan.end), dateOf(plan.begin))).id;
  };
  deeds.push({ at: soldOn + hours.sale, act: sell });
  if (change) {
    const { commits, billableDimensions } = shownTerm(plan, change.term, metricId);
    const prices = change.keepsPayments ? { billableDimensions } : { commits, billableDimensions };
    const act = () => by.patch(`entitlement/${sale.id}/priceModel`, prices);
    deeds.push({ at: change.on + hours.change, act });
  }
  if (endsOn !== undefined && hasEnded(plan, endsOn + hours.end) && !hasEnded(plan, endsOn))
    deeds.push({ at: endsOn + hours.end, act: () => by.post(`entitlement/${sale.id}/cancel`) });
  for (const [index, { amount, on, appliedOn }] of addons.entries()) {
    const addon = { id: `addon-${index}`, amount: amount / 100, chargeOn: dateOf(on) };
    const act = () => by.post(`entitlement/${sale.id}/applyAddon`, addon);
    deeds.push({ at: appliedOn + hours.addon, act });
  }
  return deeds;
}

const timeOf = (day: number): string => new Date(Math.round(day * 86_400_000)).toISOString();

async function live(all: readonly Deed[]): Promise<void> {
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

function reckoned({ plan, uses }: Sale, times: readonly number[]): PlainInvoice[] {
  const bill = new PlainBill(plan, uses);
  for (const time of times) bill.run(time);
  return bill.invoices;
}

const cents = (amount: number | undefined): number => Math.round((amount ?? 0) * 100);
const inOrder = <Row>(rows: Row[]): Row[] =>
  rows.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

/** What is compared of an invoice, from both sides. */
const plainShape = (plan: SoldPlan) => (invoice: PlainInvoice) => {
  const { type, at, start, end, fees, deducted, credited } = invoice;
  const charged = fees.reduce((sum, { amount }) => sum + Number(amount), 0);
  return {
    type,
    start: dateOf(start),
    end: dateOf(end),
    status: at + plan.grace <= stop ? 'FINALIZED' : 'DRAFT',
    due: charged - Number(deducted),
    deducted: Number(deducted),
    credited: Number(credited),
    lines: fees.flatMap(({ lines }) =>
      lines.map(([name, group, quantity, amount, from, until]) => [
        name,
        group,
        type === 'USAGE' ? hundredth(quantity) : 1,
        Number(amount),
        dateOf(from),
        dateOf(until),
      ]),
    ),
  };
};

type ShownLine = {
  name: string;
  quantity: number;
  amount: number;
  startDate: string;
  endDate: string;
  billableMetricKey?: { groupBysExpression?: string };
};
const shownLines = ({ info }: ShownInvoice): ShownLine[] =>
  info.commitsRevenueDetails ?? info.billableDimensionDetails ?? [];
const shape = (invoice: ShownInvoice) => ({
  type: invoice.type,
  start: invoice.startDate.slice(0, 10),
  end: invoice.endDate.slice(0, 10),
  status: invoice.status,
  due: cents(invoice.info.dueAmount),
  deducted: cents(invoice.info.deductedCommitAmount),
  credited: cents(invoice.info.creditedAmount),
  lines: shownLines(invoice).map(({ name, quantity, amount, startDate, endDate, billableMetricKey }) => [
    name,
    billableMetricKey?.groupBysExpression ?? '',
    quantity,
    cents(amount),
    startDate.slice(0, 10),
    endDate.slice(0, 10),
  ]),
});

/** The sums of an invoice agree with each other. */
function expectBalanced(invoice: ShownInvoice): void {
  const { type, info } = invoice;
  const charged = shownLines(invoice).reduce((sum, { amount }) => sum + cents(amount), 0);
  if (type === 'COMMIT' || type === 'USAGE')
    expect(cents(info.subtotalAmount)).toBe(charged - cents(info.deductedCommitAmount));
  const noted = (info.creditNotes ?? []).reduce(
    (sum: number, note: ShownLine) => sum + cents(note.amount),
    0,
  );
  expect(noted).toBe(cents(info.creditedAmount));
  expect(noted).toBeLessThanOrEqual(cents(info.dueAmount));
}

const withoutGaps = (numbers: number[]) =>
  expect(numbers.sort((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));

test(`R35 R48 R61 R62 a year of ${sold} direct sales: every invoice is as a plain reckoning has it`, async () => {
  const plain = await by.post('billableMetric', { name: 'Units', aggregationType: 'SUM' });
  const grouped = await by.post('billableMetric', {
    name: 'Units of systems',
    aggregationType: 'SUM',
    info: { groupBys: ['os'] },
  });
  const days = Array.from({ length: 30 }, () => first + chance.below(400));
  await sales.until(timeOf(first));
  const all = Array.from({ length: sold }, (_, index): Sale => {
    const model = models[(chance.seed + index) % models.length] as (typeof models)[number];
    const plan = plannedSale(chance, first, model);
    const ofLife = plan.addons.filter(({ appliedOn }) => !hasEnded(plan, appliedOn + hours.addon));
    const lived = { ...plan, addons: ofLife };
    const metricId = model === 'matrix' ? grouped.id : plain.id;
    return { plan: lived, metricId, uses: usesOf(lived, [...new Set(days)]), id: '' };
  });
  const deeds = all.flatMap(deedsOf);
  await live(deeds);

  const wholeDays = Array.from({ length: Math.ceil(stop - first) }, (_, index) => first + index);
  const times = [...wholeDays, ...deeds.map(({ at }) => at)].sort((one, other) => one - other);
  const invoices: ShownInvoice[] = [];
  for (const sale of all) {
    const shown = (await sales.invoices(sale.id)).filter(({ status }) => status !== 'DELETED');
    invoices.push(...shown);
    const context = `SEED=${chance.seed} ${JSON.stringify(sale.plan, (_, value) => (typeof value === 'bigint' ? Number(value) : value))}`;
    expect(inOrder(shown.map(shape)), context).toEqual(
      inOrder(reckoned(sale, times).map(plainShape(sale.plan))),
    );
  }
  for (const invoice of invoices) expectBalanced(invoice);
  withoutGaps(invoices.flatMap(({ info }) => info.number ?? []));
  withoutGaps(
    invoices.flatMap(({ info }) => (info.creditNotes ?? []).map(({ number }: { number: number }) => number)),
  );
  const { rows } = await app.database.query(
    `SELECT f.fee_key FROM invoice_fee f JOIN invoice i ON i.organization_id = $1 AND i.id = f.invoice_id
     WHERE f.organization_id = $1 AND i.status NOT IN ('CANCELED', 'DELETED') GROUP BY 1 HAVING count(*) > 1`,
    [org.id],
  );
  expect(rows).toEqual([]);
  const having = (field: string) => invoices.filter(({ info }) => info[field] > 0).length;
  const ofType = groupBy(invoices, ({ type }) => type);
  console.log(
    `billing-year: ${sold} sales, ${deeds.length} deeds, ${invoices.length} invoices ` +
      `(${[...ofType].map(([type, list]) => `${list.length} ${type}`).join(', ')}), ` +
      `${having('deductedCommitAmount')} less what commits paid, ${having('creditedAmount')} with credit notes`,
  );
}, 3_600_000);
