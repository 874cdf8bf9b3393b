import { type BuyerRow, changePaymentConfig, lockBuyer } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { walletErrors } from './errors.ts';
import { lockCommanded } from './preconditions.ts';
import { changeWallet } from './store.ts';

type Name = { buyerId: string; walletId: string };

/** Deletes a wallet: it is marked, and pays nothing more. The buyer has no default wallet then, if this was it. */
export async function deleteWallet(scope: OrgTransaction, name: Name): Promise<void> {
  const before = await lockCommanded(scope, name, 'delete');
  await changeWallet(scope, before, 'DELETE', { status: 'DELETED' });
  const buyer = await lockBuyer(scope, name.buyerId);
  if (defaultWalletOf(buyer) === name.walletId)
    await changePaymentConfig(scope, buyer, { defaultWalletId: undefined }, false);
}

/**
 * Makes a means of payment the one that is charged for what credit does not pay.
 * @throws 400 for credit: that is used before in any case
 */
export async function makeDefault(scope: OrgTransaction, name: Name): Promise<BuyerRow> {
  const wallet = await lockCommanded(scope, name, 'makeDefault');
  if (wallet.type === 'credit')
    throw walletErrors.wallet_type('The wallet is credit, which pays before the default wallet does.');
  const buyer = await lockBuyer(scope, name.buyerId);
  if (defaultWalletOf(buyer) === name.walletId) return buyer;
  return changePaymentConfig(scope, buyer, { defaultWalletId: wallet.id });
}

/** The wallet that a buyer is charged by, if one was chosen. */
export const defaultWalletOf = ({ info }: BuyerRow): string | undefined =>
  (JSON.parse(info) as { paymentConfig?: { defaultWalletId?: string } }).paymentConfig?.defaultWalletId;
