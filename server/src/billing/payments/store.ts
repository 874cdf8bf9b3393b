import { type BuyerReferences, buyerErrors } from '../../buyers/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { requireKnownMove } from '../../platform/records/moves.ts';
import { encodeTransaction, type TransactionRow, transactionColumnList } from './columns.ts';
import { transactionMoves } from './states.ts';

const selectTransaction = (scope: OrgScope, id: string): Statement => ({
  name: 'select_payment_transaction',
  text: `SELECT ${transactionColumnList} FROM payment_transaction t WHERE t.organization_id = $1 AND t.id = $2`,
  values: [scope.organizationId, id],
});

export const findTransaction = async (
  scope: OrgTransaction,
  id: string,
): Promise<TransactionRow | undefined> =>
  (await scope.query<TransactionRow>(selectTransaction(scope, id)))[0];

/** Locks and reads a transaction. The caller has locked the invoice. */
export async function lockTransaction(
  scope: OrgTransaction,
  id: string,
): Promise<TransactionRow | undefined> {
  const { text, values } = selectTransaction(scope, id);
  const statement = { name: 'lock_payment_transaction', text: `${text} FOR UPDATE`, values };
  return (await scope.query<TransactionRow>(statement))[0];
}

/** Reads all transactions of a locked invoice, oldest first. */
export const findTransactions = (scope: OrgTransaction, invoiceId: string): Promise<TransactionRow[]> =>
  scope.query<TransactionRow>({
    name: 'payment_transactions_of_invoice',
    text: `SELECT ${transactionColumnList} FROM payment_transaction t
           WHERE t.organization_id = $1 AND t.invoice_id = $2 ORDER BY t.creation_time, t.id`,
    values: [scope.organizationId, invoiceId],
  });

const insert = defineStatement(
  'insert_payment_transaction',
  {
    row: columns('payment_transaction', [
      'organization_id',
      'id',
      'parent_id',
      'invoice_id',
      'entitlement_id',
      'buyer_id',
      'wallet_id',
      'wallet_type',
      'partner',
      'type',
      'status',
      'amount',
      'currency',
      'try',
      'info',
      'creation_time',
    ]),
  },
  ({ row }) => row.insert({ last_update_time: row.at.creation_time }),
);

const { record } = createEntityEvents<TransactionRow, 'CREATE' | 'UPDATE' | 'FAIL'>(
  'PAYMENT_TRANSACTION',
  encodeTransaction,
);

type NewTransaction = Omit<
  TransactionRow,
  'organization_id' | 'id' | 'creation_time' | 'last_update_time' | 'sequence' | 'external_id' | 'info'
> & { info: object };

/** Inserts a transaction and its event. */
export async function insertTransaction(
  scope: OrgTransaction,
  transaction: NewTransaction,
): Promise<TransactionRow> {
  const now = scope.now.toISOString();
  const row: TransactionRow = {
    ...transaction,
    info: JSON.stringify(transaction.info),
    organization_id: scope.organizationId,
    id: scope.newId('ptx'),
    external_id: null,
    creation_time: now,
    last_update_time: now,
    sequence: 1,
  };
  await scope.query(insert({ row }));
  await scope.query(record(scope, 'CREATE', row));
  return row;
}

const update = defineStatement(
  'write_payment_transaction',
  {
    key: columns('payment_transaction', ['organization_id', 'id']),
    row: columns('payment_transaction', ['status', 'external_id', 'info', 'last_update_time']),
  },
  ({ key, row }) => `UPDATE payment_transaction t SET ${row.set}, sequence = t.sequence + 1
    WHERE ${key.equals('t')} RETURNING ${transactionColumnList}`,
);

/** Updates a locked transaction and records an event; its action is FAIL if no further attempt follows. */
export async function changeTransaction(
  scope: OrgTransaction,
  before: TransactionRow,
  change: Partial<Pick<TransactionRow, 'status' | 'external_id'>> & { info?: object },
  action: 'UPDATE' | 'FAIL' = 'UPDATE',
): Promise<TransactionRow> {
  requireKnownMove([transactionMoves], before, change.status);
  const [row] = await scope.query<TransactionRow>(
    update({
      key: { organization_id: scope.organizationId, id: before.id },
      row: {
        status: change.status ?? before.status,
        external_id: change.external_id ?? before.external_id,
        info: JSON.stringify({ ...JSON.parse(before.info), ...change.info }),
        last_update_time: scope.now,
      },
    }),
  );
  if (!row) throw new Error(`payment transaction ${before.id} is missing`);
  await scope.query(record(scope, action, row, before));
  return row;
}

/** Selects a row if this transaction belongs to the buyer. */
export const selectOfBuyer = (scope: OrgScope, buyerId: string, id: string): Statement => ({
  name: 'select_payment_transaction_of_buyer',
  text: 'SELECT id FROM payment_transaction WHERE organization_id = $1 AND buyer_id = $2 AND id = $3',
  values: [scope.organizationId, buyerId, id],
});

/** Finds a charge by its id at the provider. */
export const findByExternalId = async (
  scope: OrgTransaction,
  externalId: string,
): Promise<TransactionRow | undefined> =>
  (
    await scope.query<TransactionRow>({
      name: 'payment_transaction_by_external_id',
      text: `SELECT ${transactionColumnList} FROM payment_transaction t
             WHERE t.organization_id = $1 AND t.external_id = $2 AND t.type = 'CHARGE' LIMIT 1`,
      values: [scope.organizationId, externalId],
    })
  )[0];

/**
 * References to buyers in payment transactions. Repointing a reference records no event, because the amounts
 * of the transaction stay the same.
 */
export const paymentReferences: BuyerReferences = {
  repointBuyers: async (scope, from, to) => {
    const values = [scope.organizationId, from, to, scope.now];
    await scope.query({
      name: 'repoint_payment_transactions',
      text: `UPDATE payment_transaction SET buyer_id = $3, last_update_time = $4
             WHERE organization_id = $1 AND buyer_id = ANY ($2)`,
      values,
    });
  },
  holdsBuyer: async (scope, buyerId) => {
    const rows = await scope.query({
      name: 'find_open_payment_of_buyer',
      text: `SELECT t.id FROM payment_transaction t WHERE t.organization_id = $1 AND t.buyer_id = $2
               AND t.status IN ('PENDING', 'PROCESSING') LIMIT 1`,
      values: [scope.organizationId, buyerId],
    });
    return rows.length > 0;
  },
  held: buyerErrors.buyer_has_invoices,
  dropContact: async () => {},
};
