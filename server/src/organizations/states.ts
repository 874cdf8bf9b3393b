import type { OrganizationStatus } from '../platform/access/organization-states.ts';

export type { OrganizationStatus };

type Command = { from: OrganizationStatus; to: OrganizationStatus; action: string };

/** The commands of operators on an organization: from which status each leads to which. */
export const operatorCommands = {
  approve: { from: 'PENDING_APPROVAL', to: 'ACTIVE', action: 'APPROVE' },
  suspend: { from: 'ACTIVE', to: 'SUSPENDED', action: 'UPDATE' },
  reinstate: { from: 'SUSPENDED', to: 'ACTIVE', action: 'UPDATE' },
} as const satisfies Record<string, Command>;
export type OperatorCommand = keyof typeof operatorCommands;

/** A sandbox is anybody's; whoever wants to sell in earnest is looked at first. */
export const firstStatus = (environment: string): OrganizationStatus =>
  environment === 'TEST' ? 'ACTIVE' : 'PENDING_APPROVAL';
