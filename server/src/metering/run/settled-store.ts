import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, parameters, rows } from '../../platform/database/define-statement.ts';
import type { NewRowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';

const reportColumns = [
  'id',
  'entitlement_id',
  'entitlement_term_id',
  'partner',
  'usage_from',
  'usage_until',
  'group_count',
  'status',
  'group_status',
  'reported_time',
  'message',
  'info',
  'mapped',
  'first_batch_id',
  'last_batch_id',
  'received_since',
  'received_until',
  'generation',
  'billable',
] as const;
export type NewReportRow = NewRowOf<'usage_report', (typeof reportColumns)[number]>;

export const insertReports = defineStatement(
  'insert_usage_reports',
  {
    common: columns('usage_report', ['organization_id', 'run_id', 'creation_time']),
    reports: rows('usage_report', reportColumns),
  },
  ({ common: { at }, reports }) =>
    `${reports.insert('n', { ...at, last_update_time: at.creation_time })} FROM ${reports.unnest('n')}`,
);

const more = parameters({ organizationId: 'text', now: 'timestamptz' });

/** Adds the usage of a later chunk to existing reports of the run. */
export const updateReports = defineStatement(
  'update_usage_reports_of_run',
  {
    more,
    reports: rows('usage_report', [
      'id',
      'group_count',
      'status',
      'group_status',
      'message',
      'info',
      'mapped',
      'first_batch_id',
      'last_batch_id',
      'received_since',
      'received_until',
      'billable',
    ]),
  },
  ({ more, reports }) => `
    UPDATE usage_report r SET group_count = n.group_count, message = n.message, info = n.info::jsonb,
      billable = n.billable::jsonb, mapped = n.mapped::json, first_batch_id = least(r.first_batch_id, n.first_batch_id COLLATE "C"),
      last_batch_id = greatest(r.last_batch_id, n.last_batch_id COLLATE "C"),
      received_since = least(r.received_since, n.received_since),
      received_until = greatest(r.received_until, n.received_until), last_update_time = ${more.now}, sequence = r.sequence + 1,
      status = CASE WHEN r.status = 'SUCCESS' THEN n.status ELSE r.status END,
      group_status = CASE WHEN r.status = 'SUCCESS' THEN n.group_status ELSE r.group_status END
    FROM ${reports.unnest('n')} WHERE r.organization_id = ${more.organizationId} AND r.id = n.id`,
);

const lineColumns = [
  'id',
  'report_id',
  'entitlement_id',
  'entitlement_term_id',
  'partner',
  'dimension',
  'bucket_hour',
  'quantity',
  'unit_price',
  'amount',
  'deadline',
  'due_time',
] as const;
export type NewLineRow = NewRowOf<'usage_line', (typeof lineColumns)[number]>;

export const insertLines = defineStatement(
  'insert_usage_lines',
  {
    common: columns('usage_line', ['organization_id', 'creation_time']),
    lines: rows('usage_line', lineColumns),
  },
  ({ common: { at }, lines }) =>
    `${lines.insert('n', { ...at, last_update_time: at.creation_time })} FROM ${lines.unnest('n')}`,
);

/** Adds units to locked lines that have not been sent. */
export const addToLines = defineStatement(
  'add_to_usage_lines',
  { more, lines: rows('usage_line', ['id', 'quantity', 'amount']) },
  ({ more, lines }) => `
    UPDATE usage_line l SET quantity = trim_scale(l.quantity + n.quantity), amount = trim_scale(l.amount + n.amount),
      last_update_time = ${more.now}
    FROM ${lines.unnest('n')}
    WHERE l.organization_id = ${more.organizationId} AND l.id = n.id`,
);

export const saveBalances = defineStatement(
  'save_usage_balances',
  { balances: rows('usage_balance', ['organization_id', 'entitlement_term_id', 'dimension', 'carry']) },
  ({ balances }) => `${balances.insert('n', {})} FROM ${balances.unnest('n')}
    ON CONFLICT (organization_id, entitlement_term_id, dimension) DO UPDATE SET carry = excluded.carry`,
);

export const saveIncluded = defineStatement(
  'save_usage_included',
  {
    included: rows('usage_included', [
      'organization_id',
      'entitlement_term_id',
      'dimension',
      'period_unit',
      'period_start',
      'used',
    ]),
  },
  ({ included }) => `${included.insert('n', {})} FROM ${included.unnest('n')}
    ON CONFLICT (organization_id, entitlement_term_id, dimension, period_unit, period_start)
    DO UPDATE SET used = excluded.used`,
);

export const addDaily = defineStatement(
  'add_usage_daily',
  {
    common: columns('usage_daily', ['organization_id']),
    days: rows('usage_daily', ['entitlement_id', 'day', 'key', 'group_by', 'quantity', 'amount', 'partner']),
  },
  ({ common, days }) => `${days.insert('n', common.at, 'd')} FROM ${days.unnest('n')}
    ON CONFLICT (organization_id, entitlement_id, day, key, group_by)
    DO UPDATE SET quantity = trim_scale(d.quantity + excluded.quantity),
      amount = trim_scale(coalesce(d.amount, 0) + excluded.amount)`,
);

/** Runs a statement for many rows; skipped without rows. */
export async function write<Rows extends readonly unknown[]>(
  scope: OrgTransaction,
  given: Rows,
  statement: (given: Rows) => Statement,
): Promise<void> {
  if (given.length > 0) await scope.query(statement(given));
}
