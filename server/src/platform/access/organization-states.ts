/**
 * The status of an organization. It lies beside access because whoever sends for an organization, and whatever lets
 * somebody into one, asks for it; `organizations/states.ts` says what leads from one state to another.
 */
export type OrganizationStatus = 'PENDING_APPROVAL' | 'ACTIVE' | 'SUSPENDED' | 'DELETED';

/**
 * The states in which nothing goes out for an organization: what waits does so until it is ACTIVE again, or is given
 * up.
 */
export const outOfService: readonly OrganizationStatus[] = ['SUSPENDED', 'DELETED'];
