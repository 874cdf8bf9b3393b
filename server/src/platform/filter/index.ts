export type { FilterColumns } from './filter.ts';
export { answerPageNumber, numberedPage, pageNumberOf, pageNumberParameters } from './page.ts';
export { type FilteredList, filteredStatements } from './statements.ts';
