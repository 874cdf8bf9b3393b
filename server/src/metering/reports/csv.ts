import type { Cell } from '../../platform/csv/write.ts';
import type { Row } from '../../platform/database/statement.ts';
import type { CsvTable } from '../../platform/lists/csv-list.ts';
import type { ShownReport } from './read-store.ts';

const columns = [
  { name: 'id', description: 'Id of the report.' },
  { name: 'entitlementID', description: 'Id of the entitlement.' },
  { name: 'entitlementTermID', description: 'Id of the term.' },
  { name: 'buyerID', description: 'Id of the buyer.' },
  { name: 'productID', description: 'Id of the product.' },
  { name: 'partner', description: 'Marketplace.' },
  { name: 'status', description: 'Status.' },
  { name: 'startTime', description: 'Start of the usage.' },
  { name: 'endTime', description: 'End of the usage.' },
  { name: 'dimension', description: 'Key of the dimension; empty for a report without dimensions.' },
  { name: 'reportedQuantity', description: 'Reported units.', isNumber: true },
  { name: 'includedQuantity', description: 'Units included in the price.', isNumber: true },
  { name: 'creditQuantity', description: 'Units paid by credit.', isNumber: true },
  { name: 'waitingQuantity', description: 'Fractions of units carried to the next report.', isNumber: true },
  { name: 'unitPrice', description: 'Price per unit.', isNumber: true },
  { name: 'usageRecordGroupCount', description: 'Number of record groups in the report.', isNumber: true },
  { name: 'message', description: 'Message.' },
  { name: 'reportedTime', description: 'Time when the marketplace accepted the report.' },
  { name: 'creationTime', description: 'Creation time.' },
] as const;

/** The CSV table of reports, with one line for each dimension of a report. */
export const reportTable: CsvTable = { columns, linesOf: (row) => linesOf(row as Row & ShownReport) };

/** The maps in a report’s info that have a column, in column order. */
const maps = [
  'reportedRecords',
  'includedRecords',
  'creditRecords',
  'newDecimalParts',
  'dimensionUnitPrice',
] as const;
type Info = { startTime?: string; endTime?: string } & {
  [K in (typeof maps)[number]]?: Readonly<Record<string, number>>;
};

function linesOf(row: ShownReport): Cell[][] {
  const info: Info = JSON.parse(row.info);
  const dimensions = [...new Set(maps.flatMap((name) => Object.keys(info[name] ?? {})))].sort();
  const before = [row.id, row.entitlement_id, row.entitlement_term_id, row.buyer_id, row.product_id];
  return (dimensions.length === 0 ? [''] : dimensions).map((dimension) => [
    ...before,
    ...[row.partner, row.status, info.startTime, info.endTime, dimension],
    ...maps.map((name) => info[name]?.[dimension]),
    ...[row.group_count, row.message, row.reported_time, row.creation_time],
  ]);
}
