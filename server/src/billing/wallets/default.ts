import { type BuyerRow, findBuyer } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { WalletRow } from './columns.ts';
import { findWallet, lockWallet } from './store.ts';

type Charged = { buyerId: string | null; currency: string };

/** The wallet that a buyer is charged by, if one was chosen. */
export const defaultWalletOf = ({ info }: BuyerRow): string | undefined =>
  (JSON.parse(info) as { paymentConfig?: { defaultWalletId?: string } }).paymentConfig?.defaultWalletId;

async function chargedBy(
  scope: OrgTransaction,
  { buyerId, currency }: Charged,
  read: typeof findWallet,
): Promise<WalletRow | undefined> {
  const buyer = buyerId === null ? undefined : await findBuyer(scope, buyerId);
  const walletId = buyer && defaultWalletOf(buyer);
  if (!buyer || !walletId) return undefined;
  const wallet = await read(scope, { buyerId: buyer.id, walletId });
  return wallet?.status === 'ACTIVE' && wallet.type !== 'credit' && wallet.currency === currency
    ? wallet
    : undefined;
}

/** The default wallet of the buyer, locked, where it can pay this. */
export const lockCharged = (scope: OrgTransaction, charged: Charged): Promise<WalletRow | undefined> =>
  chargedBy(scope, charged, lockWallet);

/** Whether the buyer has a default wallet that can pay this, as it is now. */
export const isCharged = async (scope: OrgTransaction, charged: Charged): Promise<boolean> =>
  (await chargedBy(scope, charged, findWallet)) !== undefined;
