import type { Moves } from '../../platform/records/moves.ts';
import type { BillingWalletStatus } from './records.ts';

/** Allowed transitions of a wallet: by a caller, its provider or the passage of time. */
export const walletMoves: Moves<BillingWalletStatus> = {
  PENDING_VERIFY: ['ACTIVE', 'EXPIRED', 'DELETED'],
  ACTIVE: ['EXPIRED', 'CLOSED', 'DELETED'],
  EXPIRED: ['ACTIVE', 'CLOSED', 'DELETED'],
  CLOSED: ['DELETED'],
};

/** Statuses in which each operation is allowed. */
export const walletCommands = {
  change: ['ACTIVE', 'EXPIRED'],
  close: ['ACTIVE', 'EXPIRED'],
  delete: ['PENDING_VERIFY', 'ACTIVE', 'EXPIRED', 'CLOSED'],
  makeDefault: ['ACTIVE'],
} as const satisfies Readonly<Record<string, readonly BillingWalletStatus[]>>;

/** Past participles of these operations for error messages. */
export const commandNames: Readonly<Record<keyof typeof walletCommands, string>> = {
  change: 'changed',
  close: 'closed',
  delete: 'deleted',
  makeDefault: 'made the default',
};
