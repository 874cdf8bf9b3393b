import { expect } from 'vitest';
import type { BillingSales, ShownInvoice } from '../../billing/sales.fixture.ts';
import type { Entitlements } from '../../entitlements.fixture.ts';
import type { Chance } from '../seeded.ts';
import { hasEnded, hours, PlainBill, type PlainInvoice, type PlainUse } from './plain-bill.ts';
import { dateOf, models, plannedSale, type SoldPlan, shownInfo, shownTerm } from './plain-sale.ts';

/** The first day of the year that is played, a leap year, and a time after the year of the last sale and its days of grace; in days since 1970. */
export const first = Date.UTC(2028, 0, 1) / 86_400_000;
export const stop = first + 405 + 18 / 24;
const hundredth = (quantity: bigint): number => Number(quantity) / 100;

export const timeOf = (day: number): string => new Date(Math.round(day * 86_400_000)).toISOString();

/** A sale that is played, and what is used of it by day. */
export type Sale = { plan: SoldPlan; metricId: string; uses: Map<number, PlainUse>; id: string };
/** What is done at a time. */
export type Deed = { at: number; act: () => Promise<unknown> };

function usesOf(chance: Chance, plan: SoldPlan, days: readonly number[]): Map<number, PlainUse> {
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

async function report(by: Entitlements, { id, metricId }: Sale, { gpu, counted }: PlainUse): Promise<void> {
  const say = (group: object) => by.post(`entitlement/${id}/usageRecordGroup`, group);
  if (gpu > 0n) await say({ records: { gpu: hundredth(gpu) } });
  const billableRecords = [...counted].map(([group, quantity]) => ({
    key: metricId,
    ...(group ? { properties: { os: group.slice('os='.length) } } : {}),
    quantity: hundredth(quantity),
  }));
  await say({ billableRecords });
}

/** Who sells, by the program. */
export type Seller = { by: Entitlements; sales: BillingSales };

/** What is done with a sale, in its time. */
export function deedsOf({ by, sales }: Seller, sale: Sale): Deed[] {
  const { plan, metricId, uses } = sale;
  const { soldOn, change, endsOn, addons } = plan;
  const deeds: Deed[] = [...uses].map(([day, use]) => ({
    at: day + hours.use,
    act: () => report(by, sale, use),
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

/** The invoices of a sale as a plain reckoning has them that looks at these times. */
function reckoned({ plan, uses }: Sale, times: readonly number[]): PlainInvoice[] {
  const bill = new PlainBill(plan, uses);
  for (const time of times) bill.run(time);
  return bill.invoices;
}

export const cents = (amount: number | undefined): number => Math.round((amount ?? 0) * 100);
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
  const noted = (info.creditNotes ?? []).reduce((sum, { amount }) => sum + cents(amount), 0);
  expect(noted).toBe(cents(info.creditedAmount));
  expect(noted).toBeLessThanOrEqual(cents(info.dueAmount));
}

const withoutGaps = (numbers: number[]) =>
  expect(numbers.sort((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));

/** So many sales at chance, over all price models, that are used on some of these days. */
export async function plannedSales(
  { by }: Seller,
  chance: Chance,
  count: number,
  days: readonly number[],
): Promise<Sale[]> {
  const plain = await by.post('billableMetric', { name: 'Units', aggregationType: 'SUM' });
  const grouped = await by.post('billableMetric', {
    name: 'Units of systems',
    aggregationType: 'SUM',
    info: { groupBys: ['os'] },
  });
  return Array.from({ length: count }, (_, index): Sale => {
    const model = models[(chance.seed + index) % models.length] as (typeof models)[number];
    const plan = plannedSale(chance, first, model);
    const ofLife = plan.addons.filter(({ appliedOn }) => !hasEnded(plan, appliedOn + hours.addon));
    const lived = { ...plan, addons: ofLife };
    const metricId = model === 'matrix' ? grouped.id : plain.id;
    return { plan: lived, metricId, uses: usesOf(chance, lived, days), id: '' };
  });
}

/** Every invoice of the sales is as a plain reckoning has it, and none lacks its number; answers all. */
export async function expectReckoned(
  { sales }: Seller,
  all: readonly Sale[],
  deeds: readonly Deed[],
  context: string,
): Promise<ShownInvoice[]> {
  const wholeDays = Array.from({ length: Math.ceil(stop - first) }, (_, index) => first + index);
  const times = [...wholeDays, ...deeds.map(({ at }) => at)].sort((one, other) => one - other);
  const invoices: ShownInvoice[] = [];
  for (const sale of all) {
    const shown = (await sales.invoices(sale.id)).filter(({ status }) => status !== 'DELETED');
    invoices.push(...shown);
    const plan = JSON.stringify(sale.plan, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
    expect(inOrder(shown.map(shape)), `${context} ${plan}`).toEqual(
      inOrder(reckoned(sale, times).map(plainShape(sale.plan))),
    );
  }
  for (const invoice of invoices) expectBalanced(invoice);
  withoutGaps(invoices.flatMap(({ info }) => info.number ?? []));
  withoutGaps(
    invoices.flatMap(({ info }) => (info.creditNotes ?? []).map(({ number }: { number: number }) => number)),
  );
  return invoices;
}
