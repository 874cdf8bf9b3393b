import type { OrganizationStatus } from '../platform/access/organization-states.ts';

export type { OrganizationStatus } from '../platform/access/organization-states.ts';

type Command = { from: OrganizationStatus; to: OrganizationStatus; action: string };

/** The operator's commands on an organization: the status that each command requires and the status that it sets. */
export const operatorCommands = {
  approve: { from: 'PENDING_APPROVAL', to: 'ACTIVE', action: 'APPROVE' },
  suspend: { from: 'ACTIVE', to: 'SUSPENDED', action: 'UPDATE' },
  reinstate: { from: 'SUSPENDED', to: 'ACTIVE', action: 'UPDATE' },
} as const satisfies Record<string, Command>;
export type OperatorCommand = keyof typeof operatorCommands;

/**
 * The first status: a TEST organization is active immediately, a PROD organization requires the operator's
 * approval.
 */
export const firstStatus = (environment: string): OrganizationStatus =>
  environment === 'TEST' ? 'ACTIVE' : 'PENDING_APPROVAL';
