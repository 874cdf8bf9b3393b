/** Listing, deletion and retry of record groups. */
export { deleteGroup, retryGroup } from './commands.ts';
export { groupTable } from './csv.ts';
export { type GroupList, listGroups } from './list.ts';
