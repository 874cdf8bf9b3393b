import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { Payable } from '../invoices/index.ts';
import { changeWallet, lockWallets, type WalletRow } from '../wallets/index.ts';
import { insertTransaction } from './store.ts';

/** What is left of credit. */
const leftOf = ({ total_amount: total, used_amount: used }: WalletRow): Exact =>
  new Exact(total ?? 0).minus(used ?? 0);

/** Says whether credit pays at a moment: its status may not have followed the time yet. */
const pays = (wallet: WalletRow, now: Date): boolean =>
  wallet.status === 'ACTIVE' &&
  Date.parse(wallet.start_time) <= now.getTime() &&
  (wallet.expire_time === null || Date.parse(wallet.expire_time) > now.getTime()) &&
  leftOf(wallet).greaterThan(0);

const end = ({ expire_time: time }: WalletRow): number =>
  time === null ? Number.MAX_VALUE : Date.parse(time);

/** Orders credit as it pays: what expires first, then what is oldest. */
export const inOrderOfUse = (wallets: readonly WalletRow[]): WalletRow[] =>
  [...wallets].sort(
    (a, b) =>
      end(a) - end(b) || Date.parse(a.creation_time) - Date.parse(b.creation_time) || (a.id < b.id ? -1 : 1),
  );

/**
 * Takes what is open of a locked invoice from the credit of its buyer, a transaction for each wallet. Answers how much
 * that was.
 */
export async function useCredit(
  scope: OrgTransaction,
  payable: Payable,
  invoiceDate: string | null,
): Promise<Exact> {
  const { buyerId, currency, amount } = payable;
  if (buyerId === null) return new Exact(0);
  const found = await scope.query<Pick<WalletRow, 'id'>>({
    name: 'credit_of_buyer',
    text: `SELECT w.id FROM wallet w WHERE w.organization_id = $1 AND w.buyer_id = $2 AND w.type = 'credit'
             AND w.status = 'ACTIVE' AND w.currency = $3 AND w.used_amount < w.total_amount`,
    values: [scope.organizationId, buyerId, currency],
  });
  if (found.length === 0) return new Exact(0);
  // What was left may have been used while the lock was waited for.
  const locked = await lockWallets(
    scope,
    found.map(({ id }) => id),
  );
  let rest = amount;
  for (const wallet of inOrderOfUse(locked.filter((each) => pays(each, scope.now)))) {
    if (rest.isZero()) break;
    const used = Exact.min(rest, leftOf(wallet));
    await changeWallet(scope, wallet, 'UPDATE', {
      used_amount: used.plus(wallet.used_amount ?? 0).toFixed(),
    });
    await insertTransaction(scope, {
      parent_id: null,
      invoice_id: payable.invoiceId,
      entitlement_id: payable.entitlementId,
      buyer_id: buyerId,
      wallet_id: wallet.id,
      wallet_type: 'credit',
      partner: null,
      type: 'CHARGE',
      status: 'SUCCESS',
      amount: used.toFixed(),
      currency,
      try: null,
      info: invoiceDate === null ? {} : { invoiceDate },
    });
    rest = rest.minus(used);
  }
  return amount.minus(rest);
}
