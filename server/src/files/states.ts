/** The status of a file. Only STORED files are complete. */
export type FileStatus = 'UPLOADING' | 'STORED' | 'DELETED';

/** The purpose of a file that is a part of another record, such as a ticket, and returned only with that record. */
export const attachedPurpose = 'ATTACHED';

/** The statuses of files whose content is stored or being stored. These files count toward the quota. */
export const kept: readonly FileStatus[] = ['STORED', 'UPLOADING'];
