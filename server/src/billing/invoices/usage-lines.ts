import type { EntitlementInfo } from '../../entitlements/records.ts';
import type { BilledUsage } from '../../metering/index.ts';
import { aggregate, type Metric } from '../../metering/metrics/aggregate.ts';
import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';
import type { BillableDimension } from '../../products/records/index.ts';
import { type GroupUsage, type PeriodDays, type UsageLine, usageLines } from '../prices/index.ts';
import { exactNumber } from './exact-json.ts';
import type { ShownLine } from './fees.ts';

/** A line of usage. */
export type BilledLine = { quantity: Exact; amount: Exact; shown: ShownLine };

export type UsageTerms = {
  info: Pick<EntitlementInfo, 'billableDimensions' | 'dimensions' | 'currency'>;
  metrics: ReadonlyMap<string, Metric & { name: string }>;
  days: PeriodDays;
};

/** Prices usage of a time: dimensions that have a price of their own, and those that metrics count. Values in, values out. */
export function linesOfUsage(usage: BilledUsage, terms: UsageTerms): BilledLine[] {
  const currency = terms.info.currency || 'USD';
  const counted = (terms.info.billableDimensions ?? []).flatMap((dimension) =>
    usageLines(dimension, usageOf(dimension, usage, terms), currency, {
      isDirect: true,
      days: terms.days,
    }).map((line) => lineOf(line, dimension)),
  );
  return [...pricedLines(usage, terms, currency), ...counted];
}

/** Units of dimensions that have a price for each unit, a line for each price. */
function pricedLines(usage: BilledUsage, { info }: UsageTerms, currency: string): BilledLine[] {
  const sums = new Map<string, { dimension: string; price: Exact; units: Exact }>();
  for (const { dimension, units, price } of usage.units) {
    const key = `${price.toFixed()} ${dimension}`;
    const known = sums.get(key);
    sums.set(key, { dimension, price, units: known ? known.units.plus(units) : units });
  }
  return [...sums.values()].map(({ dimension, price, units }) => {
    const cost = units.times(price);
    const amount = roundTo(currency, cost);
    const name = info.dimensions?.find(({ key }) => key === dimension)?.name;
    const shown = {
      name: name ?? dimension,
      billableMetricKey: { id: dimension },
      category: 'basic',
      quantity: exactNumber(units),
      amount: exactNumber(amount),
      details: [detailOf('UNITS', units, price, cost)],
    };
    return { quantity: units, amount, shown };
  });
}

/** What a metric makes of the records of a time; one that groups by nothing says 0 where there are none. */
function usageOf(
  { billableMetricId = '' }: BillableDimension,
  usage: BilledUsage,
  { metrics }: UsageTerms,
): GroupUsage[] {
  const metric = metrics.get(billableMetricId);
  if (!metric) return [];
  const records = usage.records
    .filter(({ metricId }) => metricId === billableMetricId)
    .map(({ record }) => record);
  const found = aggregate(metric, records);
  if (found.length > 0 || metric.groupBys?.length) return found;
  return [{ groupBysExpression: '', properties: {}, quantity: new Exact(0) }];
}

const kinds: Readonly<Record<string, string>> = {
  UNITS: 'Units',
  PACKAGES: 'Packages',
  BASIS_POINTS: 'Share in basis points',
  FLAT_FEE: 'Flat fee',
};

const detailOf = (kind: string, count: Exact, price: Exact, amount: Exact) => ({
  descriptions: kinds[kind] ?? kind,
  feeExpressions: `${count.toFixed()} × ${price.toFixed()}${kind === 'BASIS_POINTS' ? ' ÷ 10000' : ''} = ${amount.toFixed()}`,
});

function lineOf(line: UsageLine, dimension: BillableDimension): BilledLine {
  const { groupBysExpression, quantity, fees, discount, minimum, amount } = line;
  const shown = {
    name: dimension.name,
    billableMetricKey: { id: dimension.billableMetricId, groupBysExpression },
    category: dimension.category,
    quantity: exactNumber(quantity),
    amount: exactNumber(amount),
    details: fees.map((fee) => detailOf(fee.kind, fee.count, fee.price, fee.amount)),
    discount: dimension.discount,
    discountExpression: discount.isZero() ? undefined : `- ${discount.toFixed()}`,
    minimumCommit: minimum && exactNumber(minimum),
    minimumCommitScope: minimum && dimension.minimumCommitScope,
  };
  return { quantity, amount, shown };
}

/** What a line is of, also one that was billed. */
const subjectOf = ({ billableMetricKey }: ShownLine): string => {
  const { id, groupBysExpression } = billableMetricKey as { id?: string; groupBysExpression?: string };
  return JSON.stringify([id, groupBysExpression]);
};

/**
 * Takes off from lines what was billed of the same: nothing is taken back. Where several are of one subject, as by prices that changed,
 * what one of them is too small for is taken off from the next.
 */
export function addedLines(all: readonly BilledLine[], billed: readonly ShownLine[]): BilledLine[] {
  const left = new Map<string, { amount: Exact; quantity: Exact }>();
  const leftOf = (subject: string) => left.get(subject) ?? { amount: new Exact(0), quantity: new Exact(0) };
  for (const line of billed) {
    const subject = subjectOf(line);
    const { amount, quantity } = leftOf(subject);
    left.set(subject, {
      amount: amount.plus(String(line.amount)),
      quantity: quantity.plus(String(line.quantity)),
    });
  }
  const last = new Map(all.map((line) => [subjectOf(line.shown), line]));
  return all.flatMap((line) => {
    const subject = subjectOf(line.shown);
    const before = leftOf(subject);
    const amount = Exact.max(0, line.amount.minus(before.amount));
    const counted = last.get(subject) === line ? before.quantity : Exact.min(before.quantity, line.quantity);
    const quantity = line.quantity.minus(counted);
    left.set(subject, {
      amount: Exact.max(0, before.amount.minus(line.amount)),
      quantity: before.quantity.minus(counted),
    });
    if (amount.isZero() && quantity.isZero()) return [];
    const shown = {
      ...line.shown,
      quantity: exactNumber(quantity),
      amount: exactNumber(amount),
      isLate: true,
    };
    return [{ amount, quantity, shown }];
  });
}
