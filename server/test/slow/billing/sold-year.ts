import { expect } from 'vitest';
import type { BillingSales, ShownInvoice } from '../../billing/sales.fixture.ts';
import type { Entitlements } from '../../entitlements.fixture.ts';
import type { Chance } from '../seeded.ts';
import {
  hasEnded,
  hours,
  type LateUse,
  PlainBill,
  type PlainInvoice,
  type PlainPart,
  type PlainUse,
} from './plain-bill.ts';
import {
  dateOf,
  models,
  type PlainTerm,
  plannedSale,
  type SoldPlan,
  shownInfo,
  shownTerm,
} from './plain-sale.ts';

/**
 * The first day of the tested leap year, and a time after the last sale and its grace period; in days since
 * 1970.
 */
export const first = Date.UTC(2028, 0, 1) / 86_400_000;
export const stop = first + 405 + 18 / 24;
const hundredth = (quantity: bigint): number => Number(quantity) / 100;

export const timeOf = (day: number): string => new Date(Math.round(day * 86_400_000)).toISOString();

/** A sale, its usage by day, and its usage that is reported late. */
export type Sale = {
  plan: SoldPlan;
  metricId: string;
  uses: Map<number, PlainUse>;
  late: LateUse[];
  id: string;
};
/** The actions at a time. */
export type TimedAction = { at: number; act: () => Promise<unknown> };

/** Returns a generator of the usage of a day. */
function createUse(chance: Chance, plan: SoldPlan): () => PlainUse {
  const isGrouped = plan.term.counted?.model === 'matrix';
  const groups = isGrouped ? ['os=bsd', 'os=linux'] : [''];
  const quantity = () => BigInt(chance.below(chance.pick([90, 3000, 6000])));
  return () => {
    const counted = new Map(groups.map((group) => [group, quantity() + 1n]));
    return { gpu: plan.gpu === undefined ? 0n : quantity() + 1n, counted };
  };
}

function usesOf(chance: Chance, plan: SoldPlan, days: readonly number[]): Map<number, PlainUse> {
  const use = createUse(chance, plan);
  const used = days.filter(
    (day) => day > plan.soldOn && !hasEnded(plan, day + hours.use) && chance.below(3) > 0,
  );
  return new Map(used.map((day) => [day, use()]));
}

/**
 * Returns usage that is reported up to some months late, before or after the invoice of its period was
 * issued.
 */
function lateUsesOf(chance: Chance, plan: SoldPlan, days: readonly number[]): LateUse[] {
  const use = createUse(chance, plan);
  // A price increase waits for the next draft, which must be within the tested time.
  const until = stop - 1 - plan.months * 31;
  const isPossible = (on: number) => on > plan.soldOn && on < until && !hasEnded(plan, on + hours.late);
  return days
    .filter((on) => isPossible(on) && chance.below(2) === 0)
    .map((on) => ({
      on,
      day: Math.max(plan.begin, on - 1 - chance.below(chance.pick([10, 90]))),
      use: use(),
    }));
}

/** @param day day of use; defaults to now */
async function report(
  by: Entitlements,
  { id, metricId }: Sale,
  { gpu, counted }: PlainUse,
  day?: number,
): Promise<void> {
  const time = day === undefined ? {} : { timestamp: timeOf(day + hours.use) };
  const say = (group: object) => by.post(`entitlement/${id}/usageRecordGroup`, { ...group, ...time });
  if (gpu > 0n) await say({ records: { gpu: hundredth(gpu) } });
  const billableRecords = [...counted].map(([group, quantity]) => ({
    key: metricId,
    ...(group ? { properties: { os: group.slice('os='.length) } } : {}),
    quantity: hundredth(quantity),
  }));
  await say({ billableRecords });
}

/** The seller’s calls to the service. */
export type Seller = { by: Entitlements; sales: BillingSales };

/** Returns the actions on sales, by time. */
export function timedActions({ by, sales }: Seller, sale: Sale): TimedAction[] {
  const { plan, metricId, uses, late } = sale;
  const { soldOn, change, endsOn, addons } = plan;
  const deeds: TimedAction[] = [...uses].map(([day, use]) => ({
    at: day + hours.use,
    act: () => report(by, sale, use),
  }));
  for (const { on, day, use } of late)
    deeds.push({ at: on + hours.late, act: () => report(by, sale, use, day) });
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

/** Returns the invoices of a sale at given times, by the independent calculation. */
function reckoned({ plan, uses }: Sale, times: readonly number[]): PlainInvoice[] {
  const bill = new PlainBill(plan, uses);
  for (const time of times) bill.run(time);
  return bill.invoices;
}

export const cents = (amount: number | undefined): number => Math.round((amount ?? 0) * 100);
const textOf = (row: unknown): string =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value));
const inOrder = <Row>(rows: Row[]): Row[] =>
  rows.sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1));

/** Returns the compared fields of a calculated invoice. */
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

/** Requires that the sums of an invoice agree with each other. */
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

/**
 * Returns a term in which each unit costs 2 up to 40 units and 0.1 above, so that late usage reduces the
 * total.
 */
const cheaperTerm = (term: PlainTerm): PlainTerm => ({
  ...term,
  counted: {
    model: 'volume',
    tiers: [
      { first: 0, last: 40, price: 200_000_000n, fee: 0n },
      { first: 40, last: null, price: 10_000_000n, fee: 0n },
    ],
  },
});

/** Returns random sales that cover all price models, with usage on some of the given days. */
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
    const isLate = index % 2 === 1;
    const model = models[(chance.seed + index) % models.length] as (typeof models)[number];
    const planned = plannedSale(chance, first, index === 1 ? 'volume' : model);
    // One sale always has usage credit notes.
    const plan = index === 1 ? { ...planned, months: 1, grace: 0, term: cheaperTerm(planned.term) } : planned;
    const ofLife = plan.addons.filter(({ appliedOn }) => !hasEnded(plan, appliedOn + hours.addon));
    const lived = { ...plan, addons: ofLife };
    const metricId = lived.term.counted?.model === 'matrix' ? grouped.id : plain.id;
    const late = isLate ? lateUsesOf(chance, lived, days) : [];
    return { plan: lived, metricId, uses: usesOf(chance, lived, days), late, id: '' };
  });
}

/**
 * Returns a test of whether an invoice is compared line by line. Late usage changes usage lines, and after an early end
 * of a plan also lines of commits that it consumes: their sums are compared.
 */
function createIsExact({ late, plan }: Sale): (invoice: { type: string }) => boolean {
  const drawsCut = plan.isOverage && (plan.change !== undefined || plan.endsOn !== undefined);
  return ({ type }) => late.length === 0 || (type !== 'USAGE' && (type === 'ADDON' || !drawsCut));
}

/** Returns the billed usage by the start of each part of a period, excluding credited usage. */
type ReadBilledUsage = (entitlementId: string) => Promise<PlainPart[]>;

/** Requires that the invoices of a period together bill all its usage, less credit notes. */
export async function expectWholeUsage(
  all: readonly Sale[],
  billed: ReadBilledUsage,
  context: string,
): Promise<void> {
  for (const { plan, uses, late, id } of all) {
    const whole = new PlainBill(plan, uses).usageParts(stop, late);
    expect(inOrder(await billed(id)), `${context} ${id}`).toEqual(
      inOrder(whole.filter(({ cents }) => cents > 0n)),
    );
  }
}

/** Requires that every invoice equals the independent calculation and has its number; returns all invoices. */
export async function expectReckoned(
  { sales }: Seller,
  all: readonly Sale[],
  deeds: readonly TimedAction[],
  context: string,
): Promise<ShownInvoice[]> {
  const wholeDays = Array.from({ length: Math.ceil(stop - first) }, (_, index) => first + index);
  const times = [...wholeDays, ...deeds.map(({ at }) => at)].sort((one, other) => one - other);
  const invoices: ShownInvoice[] = [];
  for (const sale of all) {
    const shown = (await sales.invoices(sale.id)).filter(({ status }) => status !== 'DELETED');
    invoices.push(...shown);
    const plan = JSON.stringify(sale.plan, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
    const isExact = createIsExact(sale);
    expect(inOrder(shown.filter(isExact).map(shape)), `${context} ${plan}`).toEqual(
      inOrder(reckoned(sale, times).filter(isExact).map(plainShape(sale.plan))),
    );
  }
  for (const invoice of invoices) expectBalanced(invoice);
  withoutGaps(invoices.flatMap(({ info }) => info.number ?? []));
  withoutGaps(
    invoices.flatMap(({ info }) => (info.creditNotes ?? []).map(({ number }: { number: number }) => number)),
  );
  return invoices;
}
