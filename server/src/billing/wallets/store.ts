import { type BuyerReferences, buyerErrors } from '../../buyers/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { requireKnownMove } from '../../platform/records/moves.ts';
import { encodeWallet, type WalletRow, walletColumnList } from './columns.ts';
import { schedulePayments } from './jobs.ts';
import { walletMoves } from './states.ts';

export type WalletName = { buyerId: string; walletId: string };

/** Selects a wallet of a buyer, including deleted wallets. */
export const selectWallet = (scope: OrgScope, { buyerId, walletId }: WalletName): Statement => ({
  name: 'select_wallet',
  text: `SELECT ${walletColumnList} FROM wallet w WHERE w.organization_id = $1 AND w.buyer_id = $2 AND w.id = $3`,
  values: [scope.organizationId, buyerId, walletId],
});

export const findWallet = async (scope: OrgTransaction, name: WalletName): Promise<WalletRow | undefined> =>
  (await scope.query<WalletRow>(selectWallet(scope, name)))[0];

/**
 * Reads the payment methods of a buyer that can pay in a currency: wallets in this currency, and cards
 * without a currency.
 */
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

/** Whether a charge from a wallet, or a refund to it, is in progress. */
export const isInUse = async (scope: OrgTransaction, walletId: string): Promise<boolean> =>
  (
    await scope.query({
      name: 'find_open_payment_of_wallet',
      text: `SELECT t.id FROM payment_transaction t WHERE t.organization_id = $1 AND t.wallet_id = $2
               AND t.status IN ('PENDING', 'PROCESSING') LIMIT 1`,
      values: [scope.organizationId, walletId],
    })
  ).length > 0;

/** Locks and reads a wallet of a buyer. */
export async function lockWallet(scope: OrgTransaction, name: WalletName): Promise<WalletRow | undefined> {
  const { text, values } = selectWallet(scope, name);
  return (await scope.query<WalletRow>({ name: 'lock_wallet', text: `${text} FOR UPDATE`, values }))[0];
}

/** Locks and reads wallets, in the order of their ids. */
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

/** Inserts a wallet. @param wallet `info` is JSON text */
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
 * Updates a locked wallet and records the event.
 * @param audited false if the audit entry belongs to another change
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
  if (!row) throw new Error(`wallet ${before.id} is missing`);
  await scope.query(recordWallet(scope, action, row, before, { audited }));
  return row;
}

/** Moves all wallets of a buyer in one step, each with an event. A buyer has few wallets. */
async function repointBuyers(scope: OrgTransaction, from: readonly string[], to: string): Promise<void> {
  const before = await scope.query<WalletRow>({
    name: 'lock_wallets_of_buyers',
    text: `SELECT ${walletColumnList} FROM wallet w
           WHERE w.organization_id = $1 AND w.buyer_id = ANY ($2) ORDER BY w.id FOR UPDATE`,
    values: [scope.organizationId, from],
  });
  if (before.length === 0) return;
  const rows = await scope.query<WalletRow>({
    name: 'repoint_wallets',
    text: `UPDATE wallet w SET buyer_id = $3, last_update_time = $4, sequence = w.sequence + 1
           WHERE w.organization_id = $1 AND w.buyer_id = ANY ($2) RETURNING ${walletColumnList}`,
    values: [scope.organizationId, from, to, scope.now],
  });
  await scope.query(recordEvents(scope, walletFacts('UPDATE', rows, before, { audited: false })));
  for (const statement of schedulePayments(scope, ...rows)) await scope.query(statement);
}

/**
 * References to buyers in wallets. The credit of a buyer must be closed or deleted before the buyer can be
 * deleted.
 */
export const walletReferences: BuyerReferences = {
  repointBuyers,
  holdsBuyer: async (scope, buyerId) => {
    const rows = await scope.query({
      name: 'find_credit_of_buyer',
      text: `SELECT id FROM wallet WHERE organization_id = $1 AND buyer_id = $2 AND type = 'credit'
               AND status = 'ACTIVE' AND used_amount < total_amount LIMIT 1`,
      values: [scope.organizationId, buyerId],
    });
    return rows.length > 0;
  },
  held: buyerErrors.buyer_has_credit,
  dropContact: async () => {},
};
