export type { FilterColumns } from './filter.ts';
export { numberedPage, pageNumberOf, pageNumberParameters } from './page.ts';
export { type FilteredList, filteredStatements, numberedPlan } from './statements.ts';
