import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { encodeMetric, type MetricRow, metricColumnList } from './columns.ts';

const withSequence = `${metricColumnList}, m.sequence`;

/** Selects a metric, including deleted metrics. */
export const selectMetric = (scope: OrgScope, id: string): Statement => ({
  name: 'select_billable_metric',
  text: `SELECT ${withSequence} FROM billable_metric m WHERE m.organization_id = $1 AND m.id = $2`,
  values: [scope.organizationId, id],
});

/** Locks and reads a metric. */
export async function lockMetric(scope: OrgTransaction, id: string): Promise<MetricRow | undefined> {
  const { text, values } = selectMetric(scope, id);
  const statement = { name: 'lock_billable_metric', text: `${text} FOR UPDATE`, values };
  return (await scope.query<MetricRow>(statement))[0];
}

const insert = defineStatement(
  'insert_billable_metric',
  {
    metric: columns('billable_metric', [
      'organization_id',
      'id',
      'name',
      'description',
      'aggregation_type',
      'info',
      'creation_time',
    ]),
  },
  ({ metric }) => `${metric.insert({ last_update_time: metric.at.creation_time })}
    ON CONFLICT (organization_id, id) DO NOTHING
    RETURNING ${metricColumnList.replaceAll('m.', 'billable_metric.')}, billable_metric.sequence`,
);

/** Inserts a metric. Returns undefined if the organization already has a metric with this id. */
export async function insertMetric(
  scope: OrgTransaction,
  metric: Pick<MetricRow, 'id' | 'name' | 'description' | 'aggregation_type' | 'info'>,
): Promise<MetricRow | undefined> {
  const row = { ...metric, organization_id: scope.organizationId, creation_time: scope.now };
  return (await scope.query<MetricRow>(insert({ metric: row })))[0];
}

const update = defineStatement(
  'write_billable_metric',
  {
    key: columns('billable_metric', ['organization_id', 'id']),
    metric: columns('billable_metric', ['name', 'description', 'status', 'last_update_time']),
  },
  ({ key, metric }) => `UPDATE billable_metric m SET ${metric.set}, sequence = m.sequence + 1
    WHERE ${key.equals('m')} RETURNING ${withSequence}`,
);

/** Updates a locked metric. */
export async function writeMetric(
  scope: OrgTransaction,
  metric: Pick<MetricRow, 'id' | 'name' | 'description' | 'status'>,
): Promise<MetricRow> {
  const [row] = await scope.query<MetricRow>(
    update({
      key: { organization_id: scope.organizationId, id: metric.id },
      metric: { ...metric, last_update_time: scope.now },
    }),
  );
  return row as MetricRow;
}

export const { record: recordMetric } = createEntityEvents<MetricRow, 'CREATE' | 'UPDATE'>(
  'BILLABLE_METRIC',
  encodeMetric,
);
