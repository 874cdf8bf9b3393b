import type { OrgTransaction } from '../../platform/access/scope.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { walletErrors } from '../errors.ts';
import type { WalletRow } from './columns.ts';
import { BillingWallet } from './records.ts';
import { commandNames, walletCommands } from './states.ts';
import { isInUse, lockWallet } from './store.ts';

export const walletResponse = {
  group: 'Buyer',
  response: BillingWallet,
  responseDescription: 'The wallet',
} as const;
export const walletsPath = '/org/{orgId}/buyer/{buyerId}/wallet';
export const walletPath = '/org/{orgId}/buyer/{buyerId}/wallet/{walletId}';
export const condition = { of: walletPath, lock: lockRows(['buyer', 'buyerId'], ['wallet', 'walletId']) };
export const walletRefusals = [
  walletErrors.wallet_not_found.definition,
  walletErrors.wallet_state.definition,
  walletErrors.wallet_type.definition,
];

/**
 * Locks the wallet of a buyer for an operation.
 * @throws 404 if the wallet does not exist; 400 if its status does not allow the operation, or a payment with
 * a wallet to close or delete is in progress
 */
export async function lockCommanded(
  scope: OrgTransaction,
  name: { buyerId: string; walletId: string },
  command: keyof typeof walletCommands,
): Promise<WalletRow> {
  const wallet = await lockWallet(scope, name);
  if (!wallet) throw walletErrors.wallet_not_found();
  const possible: readonly string[] = walletCommands[command];
  if (!possible.includes(wallet.status))
    throw walletErrors.wallet_state(
      `The wallet is ${wallet.status}; it must be ${possible.join(' or ')} to be ${commandNames[command]}.`,
    );
  if (['close', 'delete'].includes(command) && (await isInUse(scope, wallet.id)))
    throw walletErrors.wallet_in_use();
  return wallet;
}

/** Requires a credit wallet. @throws 400 for a payment method, which its provider controls */
export function requireCredit({ type }: WalletRow): void {
  if (type !== 'credit')
    throw walletErrors.wallet_type(
      `The wallet is a payment method (${type}); only credit can be changed or closed.`,
    );
}
