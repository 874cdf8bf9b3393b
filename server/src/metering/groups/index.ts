/** Lists, deletes and retries record groups. */
export { deleteGroup, retryGroup } from './commands.ts';
export { type GroupList, listGroups } from './list.ts';
