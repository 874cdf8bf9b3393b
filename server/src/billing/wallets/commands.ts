import { type BuyerRow, lockBuyer } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { chooseDefault, dropDefault, isDefaultWallet } from './default.ts';
import { scheduleDetachment } from './detach-job-definition.ts';
import { walletErrors } from './errors.ts';
import { schedulePayments } from './funds-job-definition.ts';
import { lockCommanded } from './preconditions.ts';
import { changeWallet } from './store.ts';

type Name = { buyerId: string; walletId: string };

/**
 * Deletes a wallet: it is marked, and pays nothing more; a means of payment is taken off at its provider, too. The buyer has no default
 * wallet then, if this was it. The buyer is locked first, as by all that changes both.
 */
export async function deleteWallet(scope: OrgTransaction, name: Name): Promise<void> {
  const buyer = await lockBuyer(scope, name.buyerId);
  const before = await lockCommanded(scope, name, 'delete');
  await changeWallet(scope, before, 'DELETE', { status: 'DELETED' });
  for (const statement of scheduleDetachment(scope, before)) await scope.query(statement);
  await dropDefault(scope, buyer, name.walletId);
}

/**
 * Makes a means of payment the one that is charged, in its currency, for what credit does not pay; what is due is charged now.
 * @throws 400 for credit: that is used before in any case
 */
export async function makeDefault(scope: OrgTransaction, name: Name): Promise<BuyerRow> {
  const buyer = await lockBuyer(scope, name.buyerId);
  const wallet = await lockCommanded(scope, name, 'makeDefault');
  if (wallet.type === 'credit')
    throw walletErrors.wallet_type('The wallet is credit, which pays before the default wallet does.');
  if (isDefaultWallet(buyer, name.walletId)) return buyer;
  for (const statement of schedulePayments(scope, wallet)) await scope.query(statement);
  return chooseDefault(scope, buyer, wallet, true);
}
