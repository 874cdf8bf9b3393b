import { isDeepStrictEqual } from 'node:util';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { findingsOfMetric } from './check.ts';
import type { MetricRow } from './columns.ts';
import { metricErrors } from './errors.ts';
import type { BillableMetric, UpdateBillableMetricParams } from './records.ts';
import { insertMetric, lockMetric, recordMetric, writeMetric } from './store.ts';

/**
 * Creates a metric with the given id or a generated id. @throws 400 with each invalid field; 409 for an
 * existing id
 */
export async function createMetric(scope: OrgTransaction, params: BillableMetric): Promise<MetricRow> {
  const findings = findingsOfMetric(params);
  if (findings.length > 0) throw invalid(findings);
  const { name = '', aggregationType = 'COUNT', info = {} } = params;
  const metric = await insertMetric(scope, {
    id: params.id || scope.newId('bmt'),
    name,
    description: params.description || null,
    aggregation_type: aggregationType,
    info: JSON.stringify(info),
  });
  if (!metric) throw metricErrors.billable_metric_exists();
  await scope.query(recordMetric(scope, 'CREATE', metric));
  return metric;
}

/**
 * Changes the name, description or status of a metric. Absent fields are unchanged. Aggregation and filters
 * are fixed. @param given the whole body, which may repeat the fixed fields
 */
export async function updateMetric(
  scope: OrgTransaction,
  id: string,
  { name, description, status }: UpdateBillableMetricParams,
  given: unknown,
): Promise<MetricRow> {
  const before = await lockMetric(scope, id);
  if (!before) throw metricErrors.billable_metric_not_found();
  requireSameCount(before, given as Partial<Record<'aggregationType' | 'info', unknown>>);
  const row = await writeMetric(scope, {
    id,
    name: name ?? before.name,
    description: description === undefined ? before.description : description || null,
    status: status ?? before.status,
  });
  await scope.query(recordMetric(scope, 'UPDATE', row, before));
  return row;
}

/** Requires that the body leaves aggregation and filters unchanged. @throws 400 for a changed value */
function requireSameCount(
  before: MetricRow,
  { aggregationType, info }: Partial<Record<'aggregationType' | 'info', unknown>>,
): void {
  const message = 'cannot be changed: create another metric';
  if (aggregationType !== undefined && aggregationType !== before.aggregation_type)
    throw invalid([{ pointer: '/aggregationType', message }]);
  if (info !== undefined && !isDeepStrictEqual(info, JSON.parse(before.info)))
    throw invalid([{ pointer: '/info', message }]);
}
