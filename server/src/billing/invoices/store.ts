import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { type InvoiceRow, invoiceColumnList } from './columns.ts';

export const selectInvoice = (scope: OrgScope, id: string): Statement => ({
  name: 'select_invoice',
  text: `SELECT ${invoiceColumnList} FROM invoice i WHERE i.organization_id = $1 AND i.id = $2`,
  values: [scope.organizationId, id],
});

/** The invoice, locked until the end of the transaction. */
export async function lockInvoice(scope: OrgTransaction, id: string): Promise<InvoiceRow | undefined> {
  const rows = await scope.query<InvoiceRow>({
    name: 'lock_invoice',
    text: `SELECT ${invoiceColumnList} FROM invoice i WHERE i.organization_id = $1 AND i.id = $2 FOR UPDATE`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

const payment = defineStatement(
  'write_payment_of_invoice',
  {
    key: columns('invoice', ['organization_id', 'id']),
    written: columns('invoice', [
      'payment_status',
      'paid_amount',
      'refunded_amount',
      'credited_amount',
      'last_update_time',
    ]),
  },
  ({ key, written }) => `UPDATE invoice i SET ${written.set}, sequence = i.sequence + 1
    WHERE ${key.equals('i')} RETURNING ${invoiceColumnList}`,
);

export type PaymentFigures = Pick<
  InvoiceRow,
  'id' | 'payment_status' | 'paid_amount' | 'refunded_amount' | 'credited_amount'
>;

/** Writes what was paid, paid back and credited of a locked invoice. */
export async function writePayment(scope: OrgTransaction, figures: PaymentFigures): Promise<InvoiceRow> {
  const { id, ...written } = figures;
  const [row] = await scope.query<InvoiceRow>(
    payment({
      key: { organization_id: scope.organizationId, id },
      written: { ...written, last_update_time: scope.now },
    }),
  );
  return row as InvoiceRow;
}
