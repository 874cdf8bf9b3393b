import type { EntitlementInfo } from '../../entitlements/records.ts';
import type { BilledUsage } from '../../metering/index.ts';
import { aggregate, type Metric } from '../../metering/metrics/aggregate.ts';
import { Exact, roundTo } from '../../platform/money-and-time/exact.ts';
import type { BillableDimension } from '../../products/records/index.ts';
import { type GroupUsage, type PeriodDays, type UsageLine, usageLines } from '../prices/index.ts';
import { exactNumber } from './exact-json.ts';
import { feeNames, generatedTexts, type ShownLine } from './fees.ts';

/** Line of usage. */
export type BilledLine = { quantity: Exact; amount: Exact; shown: ShownLine };

export type UsageTerms = {
  info: Pick<EntitlementInfo, 'billableDimensions' | 'dimensions' | 'currency'>;
  metrics: ReadonlyMap<string, Metric & { name: string }>;
  days: PeriodDays;
};

/** Prices usage: dimensions with a unit price, and dimensions that metrics count. A pure function. */
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

/** Prices units of dimensions with a unit price, one line for each price. */
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

/**
 * Aggregates the records of a dimension by its metric. Without records, a metric without groups has the
 * quantity 0.
 */
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

const detailOf = (kind: keyof typeof feeNames, count: Exact, price: Exact, amount: Exact) => ({
  descriptions: feeNames[kind],
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

/** Identifies what a line bills, so that lines of the same metric, group or dimension match. */
const subjectOf = ({ billableMetricKey, name }: ShownLine): string => {
  const { id, groupBysExpression } = (billableMetricKey ?? {}) as {
    id?: string;
    groupBysExpression?: string;
  };
  return JSON.stringify(billableMetricKey ? [id, groupBysExpression] : [name]);
};

type Sum = { amount: Exact; quantity: Exact };
const nothing: Sum = { amount: new Exact(0), quantity: new Exact(0) };

/** Sums billed lines by subject; `shown` is one of the lines. */
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
 * Subtracts the billed lines of a period from the lines of its whole usage. The sum of the result is the
 * amount still to bill, or, if negative, the amount to credit. After a price change several lines have the
 * same subject; the last of them takes the remainder. A billed subject without a line in the whole, such as
 * an earlier minimum, is credited in full.
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

/** Line that bills again what credit notes returned. */
export const creditedLine = (amount: Exact): BilledLine =>
  lateLine({ name: generatedTexts.creditedBefore, category: 'basic' }, amount, new Exact(0));
