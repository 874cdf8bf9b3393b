import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { WalletRow } from './columns.ts';
import { walletErrors } from './errors.ts';
import { commandNames, walletCommands } from './states.ts';
import { isInUse, lockWallet } from './store.ts';

/**
 * Locks the wallet of a buyer for an operation.
 * @throws 404 where there is none; 400 that names its state and those in which the operation is possible, or while a payment
 * with one that is to go is under way
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
      `The wallet is ${wallet.status}; it can be ${commandNames[command]} when it is ${possible.join(' or ')}.`,
    );
  if (['close', 'delete'].includes(command) && (await isInUse(scope, wallet.id)))
    throw walletErrors.wallet_in_use();
  return wallet;
}
