import type { Cell } from '../../platform/csv/write.ts';
import type { Row } from '../../platform/database/statement.ts';
import type { CsvTable } from '../../platform/lists/csv-list.ts';
import type { GroupRow } from '../columns.ts';
import type { MeteringUsageRecord } from '../records.ts';

const columns = [
  { name: 'id', description: 'The record group.' },
  { name: 'entitlementID', description: 'Its entitlement.' },
  { name: 'buyerID', description: 'Its buyer.' },
  { name: 'partner', description: 'Where it was sold.' },
  { name: 'timestamp', description: 'When it was used.' },
  { name: 'dimension', description: 'The dimension that was used.' },
  { name: 'billableMetric', description: 'The metric, where usage was reported by metric.' },
  { name: 'quantity', description: 'Units.', isNumber: true },
  { name: 'properties', description: 'What the metric counts by, as JSON.' },
  { name: 'status', description: 'How far it is.' },
  { name: 'reason', description: 'Why it is INVALID or REPORT_FAILED.' },
  { name: 'usageRecordReportID', description: 'The report that it is in.' },
  { name: 'source', description: 'How it came.' },
  { name: 'creationTime', description: 'When it was reported.' },
  { name: 'reportedTime', description: 'When a marketplace accepted it.' },
] as const;

/** Record groups as CSV: a line for each dimension of one, or for each of its records by metric. */
export const groupTable: CsvTable = { columns, linesOf: (row) => linesOf(row as Row & GroupRow) };

type Used = readonly [dimension: Cell, metric: Cell, quantity: Cell, properties: Cell];

function usedOf({ keys, quantities, billable_records: billable }: GroupRow): readonly Used[] {
  if (billable === null) return keys.map((key, index) => [key, null, quantities[index], null]);
  return (JSON.parse(billable) as MeteringUsageRecord[]).map(({ key, quantity = 1, properties }) => [
    null,
    key,
    quantity,
    properties && JSON.stringify(properties),
  ]);
}

const linesOf = (row: GroupRow): Cell[][] =>
  usedOf(row).map((used) => [
    ...[row.id, row.entitlement_id, row.buyer_id, row.partner, row.usage_time],
    ...used,
    ...[row.status, row.reason, row.report_id, row.source, row.creation_time, row.reported_time],
  ]);
