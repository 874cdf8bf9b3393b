/**
 * The organization status, defined here because access checks and outgoing calls depend on it. The state transitions
 * are in `organizations/states.ts`.
 */
export type OrganizationStatus = 'PENDING_APPROVAL' | 'ACTIVE' | 'SUSPENDED' | 'DELETED';

/**
 * The organization states in which outgoing mails, webhooks and calls are paused. Pending work waits until the
 * organization is ACTIVE again, or is discarded if the organization is deleted.
 */
export const outOfService: readonly OrganizationStatus[] = ['SUSPENDED', 'DELETED'];
