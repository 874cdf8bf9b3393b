import type { Cell } from '../../platform/csv/write.ts';
import type { Row } from '../../platform/database/statement.ts';
import type { CsvTable } from '../../platform/lists/csv-list.ts';
import type { GroupRow } from '../columns.ts';
import type { MeteringUsageRecord } from '../records.ts';

const columns = [
  { name: 'id', description: 'Id of the record group.' },
  { name: 'entitlementID', description: 'Id of the entitlement.' },
  { name: 'buyerID', description: 'Id of the buyer.' },
  { name: 'partner', description: 'Marketplace or payment partner of the sale.' },
  { name: 'timestamp', description: 'Time of use.' },
  { name: 'dimension', description: 'Key of the dimension.' },
  { name: 'billableMetric', description: 'Key of the metric, for usage reported by metric.' },
  { name: 'quantity', description: 'Quantity used.', isNumber: true },
  { name: 'properties', description: 'Properties of the record, as JSON.' },
  { name: 'status', description: 'Status.' },
  { name: 'reason', description: 'Reason for the status INVALID or REPORT_FAILED.' },
  { name: 'usageRecordReportID', description: 'Id of the report.' },
  { name: 'source', description: 'Source of the report.' },
  { name: 'creationTime', description: 'Time of receipt.' },
  { name: 'reportedTime', description: 'Time when the marketplace accepted the usage.' },
] as const;

/**
 * The CSV table of record groups, with one line for each dimension of a group or for each of its records by
 * metric.
 */
export const groupTable: CsvTable = { columns, linesOf: (row) => linesOf(row as Row & GroupRow) };

type CsvUsageCells = readonly [dimension: Cell, metric: Cell, quantity: Cell, properties: Cell];

function usedOf({ keys, quantities, billable_records: billable }: GroupRow): readonly CsvUsageCells[] {
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
