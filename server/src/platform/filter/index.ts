export { columnsOfTable, type FilterColumns } from './filter.ts';
export { numberedPage, pageNumberOf, pageNumberParameters } from './page.ts';
export { type FilteredList, filteredStatements, numberedBatch } from './statements.ts';
