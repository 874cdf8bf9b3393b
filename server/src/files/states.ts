/** Where a file stands. Only one that is STORED is whole. */
export type FileStatus = 'UPLOADING' | 'STORED' | 'DELETED';

/** Its content lies in the storage, or is on its way there: it counts for the quota. */
export const kept: readonly FileStatus[] = ['STORED', 'UPLOADING'];
