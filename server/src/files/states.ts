/** The status of a file. Only one that is STORED is whole. */
export type FileStatus = 'UPLOADING' | 'STORED' | 'DELETED';

/** The purpose of a file that is a part of another record, such as a ticket: that one alone shows it. */
export const attachedPurpose = 'ATTACHED';

/** The states of a file whose content lies in the storage, or is on its way there: it counts for the quota. */
export const kept: readonly FileStatus[] = ['STORED', 'UPLOADING'];
