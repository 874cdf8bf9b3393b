/** Billable metrics: the records that count, and their aggregation to a quantity. */
export { type Aggregate, aggregate, isAdditive, type Metric, type MetricRecord } from './aggregate.ts';
export { encodeMetric, metricColumns } from './columns.ts';
export { metricErrors } from './errors.ts';
export { type FilterGroup, type MetricFilter, type Properties, passes } from './filter.ts';
export {
  BillableMetric,
  BillableMetricAggregationType,
  BillableMetricInfo,
  BillableMetricStatus,
  UpdateBillableMetricParams,
} from './records.ts';
export { createMetric, updateMetric } from './service.ts';
export { selectMetric } from './store.ts';
