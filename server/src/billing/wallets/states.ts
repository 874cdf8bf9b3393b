import type { Moves } from '../../platform/records/moves.ts';
import type { BillingWalletStatus } from './records.ts';

/** The moves of a wallet, by a caller, its provider or time. */
export const walletMoves: Moves<BillingWalletStatus> = {
  PENDING_VERIFY: ['ACTIVE', 'EXPIRED', 'DELETED'],
  ACTIVE: ['EXPIRED', 'CLOSED', 'DELETED'],
  EXPIRED: ['ACTIVE', 'CLOSED', 'DELETED'],
  CLOSED: ['DELETED'],
};

/** The states in which each operation is possible. */
export const walletCommands = {
  change: ['ACTIVE', 'EXPIRED'],
  close: ['ACTIVE', 'EXPIRED'],
  delete: ['PENDING_VERIFY', 'ACTIVE', 'EXPIRED', 'CLOSED'],
  makeDefault: ['ACTIVE'],
} as const satisfies Readonly<Record<string, readonly BillingWalletStatus[]>>;

/** What each of these is called where it is refused. */
export const commandNames: Readonly<Record<keyof typeof walletCommands, string>> = {
  change: 'changed',
  close: 'closed',
  delete: 'deleted',
  makeDefault: 'made the default one',
};
