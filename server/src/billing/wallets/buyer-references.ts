import { type BuyerReferences, buyerErrors } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { type WalletRow, walletColumnList } from './columns.ts';
import { schedulePayments } from './funds-job-definition.ts';
import { walletFacts } from './store.ts';

/** The wallets of a buyer are few: they are moved at once, each with its event. */
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

/** The wallets of buyers. A buyer with credit that still pays is not deleted: it is closed or deleted before. */
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
