import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { requireKnownMove } from '../../platform/records/moves.ts';
import { encodeWallet, type WalletRow, walletColumnList } from './columns.ts';
import { walletMoves } from './states.ts';

type Name = { buyerId: string; walletId: string };

/** A wallet of a buyer, deleted ones included. */
export const selectWallet = (scope: OrgScope, { buyerId, walletId }: Name): Statement => ({
  name: 'select_wallet',
  text: `SELECT ${walletColumnList} FROM wallet w WHERE w.organization_id = $1 AND w.buyer_id = $2 AND w.id = $3`,
  values: [scope.organizationId, buyerId, walletId],
});

export const findWallet = async (scope: OrgTransaction, name: Name): Promise<WalletRow | undefined> =>
  (await scope.query<WalletRow>(selectWallet(scope, name)))[0];

/** The means of payment of a buyer that pay invoices in a currency: those in it, and cards without one. */
export const walletsInCurrency = (
  scope: OrgTransaction,
  buyerId: string,
  currency: string,
): Promise<WalletRow[]> =>
  scope.query<WalletRow>({
    name: 'wallets_in_currency',
    text: `SELECT ${walletColumnList} FROM wallet w
           WHERE w.organization_id = $1 AND w.buyer_id = $2 AND w.type <> 'credit' AND w.status <> 'DELETED'
             AND (w.currency = $3 OR w.currency IS NULL)
           ORDER BY w.creation_time, w.id`,
    values: [scope.organizationId, buyerId, currency],
  });

/** Whether a charge by a wallet, or a refund to it, is under way. */
export const isInUse = async (scope: OrgTransaction, walletId: string): Promise<boolean> =>
  (
    await scope.query({
      name: 'find_open_payment_of_wallet',
      text: `SELECT t.id FROM payment_transaction t WHERE t.organization_id = $1 AND t.wallet_id = $2
               AND t.status IN ('PENDING', 'PROCESSING') LIMIT 1`,
      values: [scope.organizationId, walletId],
    })
  ).length > 0;

/** The wallet of a buyer, locked until the end of the transaction. */
export async function lockWallet(scope: OrgTransaction, name: Name): Promise<WalletRow | undefined> {
  const { text, values } = selectWallet(scope, name);
  return (await scope.query<WalletRow>({ name: 'lock_wallet', text: `${text} FOR UPDATE`, values }))[0];
}

/** Wallets, locked until the end of the transaction in the order of their ids. */
export const lockWallets = (scope: OrgTransaction, ids: readonly string[]): Promise<WalletRow[]> =>
  scope.query<WalletRow>({
    name: 'lock_wallets',
    text: `SELECT ${walletColumnList} FROM wallet w WHERE w.organization_id = $1 AND w.id = ANY ($2)
           ORDER BY w.id FOR UPDATE`,
    values: [scope.organizationId, ids],
  });

const written = [
  'buyer_id',
  'name',
  'status',
  'total_amount',
  'used_amount',
  'start_time',
  'expire_time',
  'info',
] as const;

const insert = defineStatement(
  'insert_wallet',
  {
    wallet: columns('wallet', [
      'organization_id',
      'id',
      'type',
      'currency',
      'partner',
      'external_id',
      'external_customer_id',
      'creation_time',
      ...written,
    ]),
  },
  ({ wallet }) => wallet.insert({ last_update_time: wallet.at.creation_time }),
);

/** @param wallet `info` is JSON text */
export const insertWallet = (scope: OrgScope, wallet: WalletRow): Statement =>
  insert({ wallet: { ...wallet, organization_id: scope.organizationId } });

export const { record: recordWallet, facts: walletFacts } = createEntityEvents<
  WalletRow,
  'CREATE' | 'UPDATE' | 'EXPIRE' | 'CLOSE' | 'DELETE'
>('WALLET', encodeWallet);

const update = defineStatement(
  'write_wallet',
  {
    key: columns('wallet', ['organization_id', 'id']),
    wallet: columns('wallet', [...written, 'last_update_time']),
  },
  ({ key, wallet }) => `UPDATE wallet w SET ${wallet.set}, sequence = w.sequence + 1
    WHERE ${key.equals('w')} RETURNING ${walletColumnList}`,
);

type Change = Partial<Pick<WalletRow, (typeof written)[number]>>;

/**
 * Writes what changed of a locked wallet, and the event of the change.
 * @param audited false where another change is the audit entry
 */
export async function changeWallet(
  scope: OrgTransaction,
  before: WalletRow,
  action: 'UPDATE' | 'EXPIRE' | 'CLOSE' | 'DELETE',
  change: Change,
  audited = true,
): Promise<WalletRow> {
  requireKnownMove([walletMoves], before, change.status);
  const [row] = await scope.query<WalletRow>(
    update({
      key: { organization_id: scope.organizationId, id: before.id },
      wallet: { ...before, ...change, last_update_time: scope.now },
    }),
  );
  if (!row) throw new Error(`wallet ${before.id} is not there`);
  await scope.query(recordWallet(scope, action, row, before, { audited }));
  return row;
}
