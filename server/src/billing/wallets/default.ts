import { type BuyerRow, changePaymentConfig, findBuyer } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { WalletRow } from './columns.ts';
import { findWallet, lockWallet, walletsInCurrency } from './store.ts';

type Charged = { buyerId: string | null; currency: string };
type Chosen = { defaultWalletId?: string | undefined; defaultWalletIds?: Record<string, string> | undefined };

const chosenOf = ({ info }: BuyerRow): Chosen =>
  (JSON.parse(info) as { paymentConfig?: Chosen }).paymentConfig ?? {};

/** Says whether a wallet is the buyer's default one, of its currency or of all. */
export function isDefaultWallet(buyer: BuyerRow, walletId: string): boolean {
  const { defaultWalletId, defaultWalletIds = {} } = chosenOf(buyer);
  return walletId === defaultWalletId || Object.values(defaultWalletIds).includes(walletId);
}

/**
 * Finds the wallet that pays an invoice of a buyer: the default one of the currency, else the default one where it takes the currency,
 * else the only ACTIVE one that does. A default one that is not ACTIVE is charged by nobody else in its place.
 */
async function chargedBy(
  scope: OrgTransaction,
  { buyerId, currency }: Charged,
): Promise<WalletRow | undefined> {
  const buyer = buyerId === null ? undefined : await findBuyer(scope, buyerId);
  if (!buyer) return undefined;
  const wallets = await walletsInCurrency(scope, buyer.id, currency);
  const { defaultWalletId, defaultWalletIds } = chosenOf(buyer);
  const chosen = [defaultWalletIds?.[currency], defaultWalletId]
    .map((id) => wallets.find((wallet) => wallet.id === id))
    .find((wallet) => wallet !== undefined);
  const active = wallets.filter(({ status }) => status === 'ACTIVE');
  if (chosen) return active.find(({ id }) => id === chosen.id);
  return active.length === 1 ? active[0] : undefined;
}

/** The wallet of the buyer that pays this, locked, where there is one. */
export async function lockCharged(scope: OrgTransaction, charged: Charged): Promise<WalletRow | undefined> {
  const found = await chargedBy(scope, charged);
  const wallet = found && (await lockWallet(scope, { buyerId: found.buyer_id, walletId: found.id }));
  return wallet?.status === 'ACTIVE' ? wallet : undefined;
}

/** Whether the buyer has a wallet that can pay this, as it is now. */
export const isCharged = async (scope: OrgTransaction, charged: Charged): Promise<boolean> =>
  (await chargedBy(scope, charged)) !== undefined;

/** Says whether a buyer has chosen no wallet for what a wallet of this currency pays. */
export async function lacksDefault(
  scope: OrgTransaction,
  buyer: BuyerRow,
  currency: string | null,
): Promise<boolean> {
  const { defaultWalletId, defaultWalletIds } = chosenOf(buyer);
  if (currency !== null && defaultWalletIds?.[currency] !== undefined) return false;
  const wallet =
    defaultWalletId === undefined
      ? undefined
      : await findWallet(scope, { buyerId: buyer.id, walletId: defaultWalletId });
  if (!wallet || wallet.status === 'DELETED') return true;
  return currency !== null && wallet.currency !== null && wallet.currency !== currency;
}

/**
 * Makes a wallet the default one of a locked buyer, in its currency; one without a currency in all that have none of their own. The
 * default one of another currency stays that.
 * @param audited false where another change is the audit entry
 */
export async function chooseDefault(
  scope: OrgTransaction,
  buyer: BuyerRow,
  { id, currency }: Pick<WalletRow, 'id' | 'currency'>,
  audited: boolean,
): Promise<BuyerRow> {
  const { defaultWalletId, defaultWalletIds = {} } = chosenOf(buyer);
  const before =
    defaultWalletId === undefined
      ? undefined
      : await findWallet(scope, { buyerId: buyer.id, walletId: defaultWalletId });
  const kept = before?.currency ? { [before.currency]: before.id } : {};
  const own = currency === null ? {} : { [currency]: id };
  const change = { defaultWalletId: id, defaultWalletIds: { ...kept, ...defaultWalletIds, ...own } };
  return changePaymentConfig(scope, buyer, change, audited);
}

/** Takes a wallet out of what a locked buyer has chosen. */
export async function dropDefault(
  scope: OrgTransaction,
  buyer: BuyerRow,
  walletId: string,
): Promise<BuyerRow> {
  if (!isDefaultWallet(buyer, walletId)) return buyer;
  const { defaultWalletId, defaultWalletIds = {} } = chosenOf(buyer);
  const left = Object.entries(defaultWalletIds).filter(([, id]) => id !== walletId);
  const change = {
    defaultWalletId: defaultWalletId === walletId ? undefined : defaultWalletId,
    defaultWalletIds: left.length > 0 ? Object.fromEntries(left) : undefined,
  };
  return changePaymentConfig(scope, buyer, change, false);
}
