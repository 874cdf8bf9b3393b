import type { RowOf } from '../../platform/database/rows.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../../platform/records/encode.ts';
import type { BillableMetricStatus } from './records.ts';

/** Column of each field of a BillableMetric. */
export const metricColumns = [
  ['id', 'id', 'text'],
  ['organizationId', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['aggregationType', 'aggregation_type', 'text'],
  ['info', 'info', 'json'],
  ['status', 'status', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
] as const satisfies FieldsIn<'billable_metric'>;

/** The row of a metric, with the number of its last event; `info` is JSON text. */
export type MetricRow = RowOf<
  'billable_metric',
  ColumnsOf<typeof metricColumns> | 'sequence',
  { status: BillableMetricStatus }
>;

export const encodeMetric = recordEncoder(metricColumns);
export const metricColumnList = columnList(metricColumns, 'm');
