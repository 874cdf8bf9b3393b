import type { Cell } from '../../platform/csv/write.ts';
import type { Row } from '../../platform/database/statement.ts';
import type { CsvTable } from '../../platform/lists/csv-list.ts';
import type { ShownReport } from './read-store.ts';

const columns = [
  { name: 'id', description: 'The report.' },
  { name: 'entitlementID', description: 'Its entitlement.' },
  { name: 'entitlementTermID', description: 'Its term.' },
  { name: 'buyerID', description: 'Its buyer.' },
  { name: 'productID', description: 'Its product.' },
  { name: 'partner', description: 'The marketplace.' },
  { name: 'status', description: 'How far it is.' },
  { name: 'startTime', description: 'Since when it was used.' },
  { name: 'endTime', description: 'Until when.' },
  { name: 'dimension', description: 'The dimension; empty where the report has none.' },
  { name: 'reportedQuantity', description: 'Units that are reported.', isNumber: true },
  { name: 'includedQuantity', description: 'Units that the price includes.', isNumber: true },
  { name: 'creditQuantity', description: 'Units that credit paid for.', isNumber: true },
  { name: 'waitingQuantity', description: 'Parts of units that wait now.', isNumber: true },
  { name: 'unitPrice', description: 'Price of a unit.', isNumber: true },
  { name: 'usageRecordGroupCount', description: 'How many record groups it is of.', isNumber: true },
  { name: 'message', description: 'What there is to say of it.' },
  { name: 'reportedTime', description: 'When the marketplace accepted it.' },
  { name: 'creationTime', description: 'When it was made.' },
] as const;

/** Reports as CSV: a line for each dimension of one. */
export const reportTable: CsvTable = { columns, linesOf: (row) => linesOf(row as Row & ShownReport) };

/** The maps of a report's info that have a column, in their order. */
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
