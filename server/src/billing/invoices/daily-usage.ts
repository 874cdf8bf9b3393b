import type { LosslessNumber } from 'lossless-json';
import type { BilledRecord } from '../../metering/index.ts';
import { aggregate, type Metric } from '../../metering/metrics/aggregate.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { exactNumber } from './exact-json.ts';
import { mostLines } from './records.ts';

/** Usage of one day by one metric, as an invoice shows it. */
export type DailyUsage = {
  date: string;
  billableMetricKey: { id: string; groupBysExpression: string };
  quantity: LosslessNumber;
  /** For UNIQUE_COUNT: the values that no earlier day had. */
  uniquePropertyItems?: Readonly<Record<string, true>>;
};

/** Whether daily usage is shown: only if a metric counts it, and up to the limit of lines. */
export const isShown = ({ length }: readonly DailyUsage[]): boolean => length > 0 && length <= mostLines;

/**
 * Aggregates records per day and metric, sorted by day. For LAST, MAX and UNIQUE_COUNT, the days need not add
 * up to the quantity that is charged for the period. A pure function.
 */
export function dailyUsage(
  records: readonly BilledRecord[],
  metrics: ReadonlyMap<string, Metric>,
): DailyUsage[] {
  return [...groupBy(records, ({ metricId }) => metricId)].flatMap(([id, ofMetric]) => {
    const metric = metrics.get(id);
    return metric ? daysOfMetric(id, metric, ofMetric) : [];
  });
}

function daysOfMetric(id: string, metric: Metric, records: readonly BilledRecord[]): DailyUsage[] {
  const known = new Set<string>();
  const days = [...groupBy(records, ({ day }) => day)].sort(([one], [other]) => (one < other ? -1 : 1));
  return days.flatMap(([date, ofDay]) =>
    aggregate(
      metric,
      ofDay.map(({ record }) => record),
    ).map(({ groupBysExpression, quantity, values }) => ({
      date,
      billableMetricKey: { id, groupBysExpression },
      quantity: exactNumber(quantity),
      ...(values ? { uniquePropertyItems: firstOf(values, known, groupBysExpression) } : {}),
    })),
  );
}

/** Values of a combination of properties that are not in `known` yet; adds them to it. */
function firstOf(values: readonly string[], known: Set<string>, group: string): Record<string, true> {
  const first: Record<string, true> = Object.create(null);
  for (const value of values) {
    const key = JSON.stringify([group, value]);
    if (!known.has(key)) first[value] = true;
    known.add(key);
  }
  return first;
}
