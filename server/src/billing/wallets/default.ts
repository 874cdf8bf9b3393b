import {
  type BuyerPages,
  type BuyerRow,
  buyerErrors,
  changePaymentConfig,
  findBuyer,
  lockBuyer,
} from '../../buyers/index.ts';
import { IdentityBuyer } from '../../buyers/records.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { route } from '../../platform/http/route.ts';
import { walletErrors } from '../errors.ts';
import type { WalletRow } from './columns.ts';
import { schedulePayments } from './jobs.ts';
import { condition, lockCommanded, walletPath, walletRefusals } from './preconditions.ts';
import { findWallet, lockWallet, type WalletName, walletsInCurrency } from './store.ts';

export const setDefaultWalletRoute = (pages: BuyerPages) =>
  route({
    method: 'PATCH',
    path: `${walletPath}/default`,
    operationId: 'setBuyerDefaultWallet',
    condition,
    group: 'Buyer',
    summary: 'Set the default wallet of a buyer',
    description: 'The wallet must be a payment method. Credit always pays first.',
    access: 'billing:write',
    response: IdentityBuyer,
    responseDescription: 'The buyer',
    errors: [...walletRefusals, buyerErrors.buyer_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => pages.answer(scope, await makeDefault(scope, params)),
    },
  });

/**
 * Sets a payment method as the default wallet for its currency, and charges it for due invoices. @throws
 * 400 for credit, which always pays first
 */
async function makeDefault(scope: OrgTransaction, name: WalletName): Promise<BuyerRow> {
  const buyer = await lockBuyer(scope, name.buyerId);
  const wallet = await lockCommanded(scope, name, 'makeDefault');
  if (wallet.type === 'credit')
    throw walletErrors.wallet_type('The wallet is credit, which always pays before the default wallet.');
  if (isDefaultWallet(buyer, name.walletId)) return buyer;
  for (const statement of schedulePayments(scope, wallet)) await scope.query(statement);
  return chooseDefault(scope, buyer, wallet, true);
}

type ChargeTarget = { buyerId: string | null; currency: string };
type DefaultWallets = {
  defaultWalletId?: string | undefined;
  defaultWalletIds?: Record<string, string> | undefined;
};

const chosenOf = ({ info }: BuyerRow): DefaultWallets =>
  (JSON.parse(info) as { paymentConfig?: DefaultWallets }).paymentConfig ?? {};

/** Whether a wallet is the buyer’s default wallet for its currency or for all currencies. */
export function isDefaultWallet(buyer: BuyerRow, walletId: string): boolean {
  const { defaultWalletId, defaultWalletIds = {} } = chosenOf(buyer);
  return walletId === defaultWalletId || Object.values(defaultWalletIds).includes(walletId);
}

/**
 * Finds the wallet to charge for an invoice: the default wallet of the currency, else the general default
 * wallet if it accepts the currency, else the only ACTIVE wallet that accepts the currency. If the default
 * wallet is not ACTIVE, no wallet is charged.
 */
async function chargedBy(
  scope: OrgTransaction,
  { buyerId, currency }: ChargeTarget,
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

/** Locks the wallet to charge; undefined if the buyer has no such wallet. */
export async function lockCharged(
  scope: OrgTransaction,
  charged: ChargeTarget,
): Promise<WalletRow | undefined> {
  const found = await chargedBy(scope, charged);
  const wallet = found && (await lockWallet(scope, { buyerId: found.buyer_id, walletId: found.id }));
  return wallet?.status === 'ACTIVE' ? wallet : undefined;
}

/** Whether the buyer currently has a wallet to charge. */
export const isCharged = async (scope: OrgTransaction, charged: ChargeTarget): Promise<boolean> =>
  (await chargedBy(scope, charged)) !== undefined;

/** Whether the buyer lacks a default wallet for invoices that a wallet of this currency can pay. */
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
 * Sets a wallet as the default of a locked buyer for its currency. A wallet without a currency becomes the
 * default for all currencies without a default. Defaults of other currencies are unchanged.
 * @param audited false if the audit entry belongs to another change
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

/** Removes a wallet from the buyer's default wallets. The caller must have locked the buyer. */
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
