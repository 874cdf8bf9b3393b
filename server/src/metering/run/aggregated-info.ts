import { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import type { MappedSum, SettledSpan } from './settle-entitlement.ts';

/** What a metric made of the records of a report, by the properties that it groups by. */
export type AggregatedRecord = {
  key: string;
  name: string;
  billableMetricAggregationType: string;
  billableMetricInfo: unknown;
  groupBysExpression: string;
  quantity: Exact;
  /** What its units cost; none without a price. */
  amount?: Exact | undefined;
  uniqueCountAggregationResult?: { newItems: Record<string, true> } | undefined;
};

/** The most values that a report names as counted first. */
const mostNewItems = 1000;

/** Makes what a report's info shows of billable metrics: nothing where no usage was reported by these. */
export function aggregatedInfo(
  spans: readonly SettledSpan[],
  priceOf: (dimension: string) => Exact | undefined,
): { aggregatedBillableRecords?: AggregatedRecord[] } {
  const events = spans.flatMap(({ mapped }) => mapped.filter(({ isEvent }) => isEvent));
  if (events.length === 0) return {};
  // A key that counts for several dimensions has the same quantity for each.
  const sums = groupBy(events, ({ part, key, groupBy: grouped }) => JSON.stringify([part, key, grouped]));
  return {
    aggregatedBillableRecords: mergeAggregated([...sums.values()].map((same) => recordOf(same, priceOf))),
  };
}

function recordOf(
  same: readonly MappedSum[],
  priceOf: (dimension: string) => Exact | undefined,
): AggregatedRecord {
  const { key, groupBy: grouped, quantity, event } = same[0] as MappedSum;
  const amounts = same.flatMap(({ dimension, units }) => {
    const price = priceOf(dimension);
    return price ? [units.times(price)] : [];
  });
  return {
    key,
    name: event?.metric.name ?? '',
    billableMetricAggregationType: event?.metric.aggregationType ?? '',
    billableMetricInfo: JSON.parse(event?.metric.info ?? '{}'),
    groupBysExpression: grouped,
    quantity,
    amount: amounts.length > 0 ? amounts.reduce((sum, one) => sum.plus(one), new Exact(0)) : undefined,
    uniqueCountAggregationResult: event?.newItems && { newItems: itemsOf(event.newItems) },
  };
}

const itemsOf = (values: readonly string[]): Record<string, true> =>
  Object.fromEntries(values.slice(0, mostNewItems).map((value) => [value, true]));

/** Puts together what is of the same metric and properties, in the order in which they come first. */
export function mergeAggregated(records: readonly AggregatedRecord[]): AggregatedRecord[] {
  const same = groupBy(records, ({ key, groupBysExpression }) => JSON.stringify([key, groupBysExpression]));
  return [...same.values()].map((list) => list.reduce(plus));
}

function plus(one: AggregatedRecord, other: AggregatedRecord): AggregatedRecord {
  const items = {
    ...one.uniqueCountAggregationResult?.newItems,
    ...other.uniqueCountAggregationResult?.newItems,
  };
  return {
    ...one,
    quantity: one.quantity.plus(other.quantity),
    amount: one.amount && other.amount ? one.amount.plus(other.amount) : (one.amount ?? other.amount),
    uniqueCountAggregationResult: one.uniqueCountAggregationResult && {
      newItems: itemsOf(Object.keys(items)),
    },
  };
}
