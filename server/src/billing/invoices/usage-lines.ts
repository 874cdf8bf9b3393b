import { Exact, roundTo } from '../../entitlements/index.ts';
import type { EntitlementInfo } from '../../entitlements/records.ts';
import { aggregate, type BilledReport, type Metric } from '../../metering/index.ts';
import type { BillableDimension } from '../../products/records/index.ts';
import { type GroupUsage, type PeriodDays, type UsageLine, usageLines } from '../prices/index.ts';
import { exactNumber } from './exact-json.ts';
import type { ShownLine } from './fees.ts';

/** A line of usage: what is the same in two reckonings of one time has the same id. */
export type BilledLine = { id: string; quantity: Exact; amount: Exact; shown: ShownLine };

export type UsageTerms = {
  info: Pick<EntitlementInfo, 'billableDimensions' | 'dimensions' | 'currency'>;
  metrics: ReadonlyMap<string, Metric & { name: string }>;
  days: PeriodDays;
};

/** Prices usage of a time: dimensions that have a price of their own, and those that metrics count. Values in, values out. */
export function linesOfUsage(reports: readonly BilledReport[], terms: UsageTerms): BilledLine[] {
  const currency = terms.info.currency || 'USD';
  const counted = (terms.info.billableDimensions ?? []).flatMap((dimension, index) =>
    usageLines(dimension, usageOf(dimension, reports, terms), currency, {
      isDirect: true,
      days: terms.days,
    }).map((line) => lineOf(line, dimension, `metric ${index} ${line.groupBysExpression}`)),
  );
  return [...pricedLines(reports, terms, currency), ...counted];
}

/** Units of dimensions that have a price for each unit, a line for each price. */
function pricedLines(reports: readonly BilledReport[], { info }: UsageTerms, currency: string): BilledLine[] {
  const sums = new Map<string, { dimension: string; price: Exact; units: Exact }>();
  for (const { dimension, units, price } of reports.flatMap((report) => report.units)) {
    const id = `dimension ${dimension} ${price.toFixed()}`;
    sums.set(id, { dimension, price, units: units.plus(sums.get(id)?.units ?? 0) });
  }
  return [...sums].map(([id, { dimension, price, units }]) => {
    const amount = roundTo(currency, units.times(price));
    const name = info.dimensions?.find(({ key }) => key === dimension)?.name;
    const shown = {
      name: name ?? dimension,
      billableMetricKey: { id: dimension },
      category: 'basic',
      quantity: exactNumber(units),
      amount: exactNumber(amount),
      details: [detailOf('UNITS', units, price, units.times(price))],
    };
    return { id, quantity: units, amount, shown };
  });
}

/** What a metric makes of the records of a time; one that groups by nothing says 0 where there are none. */
function usageOf(
  { billableMetricId = '' }: BillableDimension,
  reports: readonly BilledReport[],
  { metrics }: UsageTerms,
): GroupUsage[] {
  const metric = metrics.get(billableMetricId);
  if (!metric) return [];
  const records = reports
    .flatMap((report) => report.records)
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

function lineOf(line: UsageLine, dimension: BillableDimension, id: string): BilledLine {
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
  return { id, quantity, amount, shown };
}

/** What more usage adds to lines that were billed: nothing is taken back. */
export function addedLines(all: readonly BilledLine[], billed: readonly BilledLine[]): BilledLine[] {
  const before = new Map(billed.map((line) => [line.id, line]));
  return all.flatMap((line) => {
    const known = before.get(line.id);
    const amount = Exact.max(0, line.amount.minus(known?.amount ?? 0));
    const quantity = line.quantity.minus(known?.quantity ?? 0);
    if (amount.isZero() && quantity.isZero()) return [];
    const shown = {
      ...line.shown,
      quantity: exactNumber(quantity),
      amount: exactNumber(amount),
      isLate: true,
    };
    return [{ ...line, amount, quantity, shown }];
  });
}
