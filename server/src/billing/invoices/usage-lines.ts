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
const subjectOf = ({ billableMetricKey, name }: ShownLine): string => {
  const { id, groupBysExpression } = (billableMetricKey ?? {}) as {
    id?: string;
    groupBysExpression?: string;
  };
  return JSON.stringify(billableMetricKey ? [id, groupBysExpression] : [name]);
};

type Sum = { amount: Exact; quantity: Exact };
const nothing: Sum = { amount: new Exact(0), quantity: new Exact(0) };

/** The lines that were billed of each subject, summed up, and one of them. */
function sumBySubject(billed: readonly ShownLine[]): Map<string, Sum & { shown: ShownLine }> {
  const sums = new Map<string, Sum & { shown: ShownLine }>();
  for (const shown of billed) {
    const subject = subjectOf(shown);
    const { amount, quantity } = sums.get(subject) ?? nothing;
    sums.set(subject, {
      amount: amount.plus(String(shown.amount)),
      quantity: quantity.plus(String(shown.quantity)),
      shown,
    });
  }
  return sums;
}

/**
 * Subtracts the lines that were billed of a period from the lines of its whole usage. The sum of the result is the amount still to bill,
 * or, below zero, the amount to credit. Where a price changed, several lines have one subject: the last one takes the remainder. A billed
 * subject without a line in the whole, such as an earlier minimum, is taken back entirely.
 */
export function linesBeyond(all: readonly BilledLine[], billed: readonly ShownLine[]): BilledLine[] {
  const left = sumBySubject(billed);
  const last = new Map(all.map((line) => [subjectOf(line.shown), line]));
  const lines = all.map((line): BilledLine => {
    const subject = subjectOf(line.shown);
    const before = left.get(subject) ?? { ...nothing, shown: line.shown };
    const isLast = last.get(subject) === line;
    const counted = (of: 'amount' | 'quantity') => (isLast ? before[of] : Exact.min(before[of], line[of]));
    const [amount, quantity] = [counted('amount'), counted('quantity')];
    left.set(subject, {
      ...before,
      amount: before.amount.minus(amount),
      quantity: before.quantity.minus(quantity),
    });
    return lateLine(line.shown, line.amount.minus(amount), line.quantity.minus(quantity));
  });
  const gone = [...left.values()].map(({ shown, amount, quantity }) =>
    lateLine({ ...shown, details: undefined }, amount.negated(), quantity.negated()),
  );
  return [...lines, ...gone].filter(({ amount, quantity }) => !amount.isZero() || !quantity.isZero());
}

const lateLine = (shown: ShownLine, amount: Exact, quantity: Exact): BilledLine => ({
  amount,
  quantity,
  shown: { ...shown, quantity: exactNumber(quantity), amount: exactNumber(amount), isLate: true },
});

/** The line by which what credit notes gave back is billed again. */
export const creditedLine = (amount: Exact): BilledLine =>
  lateLine({ name: 'Credited before', category: 'basic' }, amount, new Exact(0));
