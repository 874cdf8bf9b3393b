/** What an operator does with an organization: from which status it leads to which. */
export const operatorCommands = {
  approve: { from: 'PENDING_APPROVAL', to: 'ACTIVE', action: 'APPROVE' },
  suspend: { from: 'ACTIVE', to: 'SUSPENDED', action: 'UPDATE' },
  reinstate: { from: 'SUSPENDED', to: 'ACTIVE', action: 'UPDATE' },
} as const;
export type OperatorCommand = keyof typeof operatorCommands;

/** A sandbox is anybody's; whoever wants to sell in earnest is looked at first. */
export const firstStatus = (environment: string): string =>
  environment === 'TEST' ? 'ACTIVE' : 'PENDING_APPROVAL';
