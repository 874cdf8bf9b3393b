import { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import type { MappedSum, SettledSpan } from './settle-entitlement.ts';

/** The quantity that a metric aggregated from the records of a report, for one group of properties. */
export type AggregatedRecord = {
  key: string;
  name: string;
  billableMetricAggregationType: string;
  billableMetricInfo: unknown;
  groupBysExpression: string;
  quantity: Exact;
  /** Cost of the units; absent without a price. */
  amount?: Exact | undefined;
  uniqueCountAggregationResult?: { newItems: Record<string, true> } | undefined;
};

/** Maximum number of new values listed in a report. */
const mostNewItems = 1000;

/** Builds the billable metrics part of a report’s info; empty if no usage was reported by metric. */
export function aggregatedInfo(
  spans: readonly SettledSpan[],
  priceOf: (dimension: string) => Exact | undefined,
): { aggregatedBillableRecords?: AggregatedRecord[] } {
  const events = spans.flatMap(({ mapped }) => mapped.filter(({ isEvent }) => isEvent));
  if (events.length === 0) return {};
  // A key that is mapped to several dimensions has the same quantity in each dimension and is counted once.
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

/** Merges records of the same metric and group, in the order of their first occurrence. */
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
