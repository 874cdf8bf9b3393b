import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { Exact } from '../../platform/money-and-time/exact.ts';
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

const written = [
  'organization_id',
  'id',
  'entitlement_id',
  'buyer_id',
  'type',
  'status',
  'payment_status',
  'currency',
  'start_date',
  'end_date',
  'finalize_at',
  'subtotal_amount',
  'discount_amount',
  'tax_amount',
  'due_amount',
  'deducted_commit_amount',
  'deducted_commit_invoice_id',
  'deductions',
  'info',
  'creation_time',
  'last_update_time',
] as const;

const insert = defineStatement(
  'insert_invoices',
  { invoices: rows('invoice', written) },
  ({ invoices }) => `${invoices.insert('n', {})} FROM ${invoices.unnest('n')}`,
);

type NewInvoice = Parameters<typeof insert>[0]['invoices'][number];

/** Writes new drafts; what of a row is written later is left as it begins. */
export async function insertInvoices(scope: OrgTransaction, invoices: readonly NewInvoice[]): Promise<void> {
  await scope.query(insert({ invoices }));
}

const changed = [
  'status',
  'end_date',
  'issue_date',
  'due_date',
  'number',
  'discount_type',
  'discount_value',
  'memo',
  'subtotal_amount',
  'discount_amount',
  'tax_amount',
  'due_amount',
  'deducted_commit_amount',
  'deducted_commit_invoice_id',
  'deductions',
  'payment_status',
  'info',
] as const;

const update = defineStatement(
  'write_invoice',
  {
    key: columns('invoice', ['organization_id', 'id']),
    written: columns('invoice', [...changed, 'last_update_time']),
  },
  ({ key, written: given }) => `UPDATE invoice i SET ${given.set}, sequence = i.sequence + 1
    WHERE ${key.equals('i')} RETURNING ${invoiceColumnList}`,
);

/** Writes a locked invoice anew. */
export async function updateInvoice(
  scope: OrgTransaction,
  invoice: Pick<InvoiceRow, 'id' | (typeof changed)[number]>,
): Promise<InvoiceRow> {
  const { id, number, ...given } = invoice;
  const [row] = await scope.query<InvoiceRow>(
    update({
      key: { organization_id: scope.organizationId, id },
      written: { ...given, number: number === null ? null : Number(number), last_update_time: scope.now },
    }),
  );
  return row as InvoiceRow;
}

/** Which of these invoices are drafts; they are locked, and stay drafts. */
export async function lockDrafts(scope: OrgTransaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await scope.query<{ id: string }>({
    name: 'lock_drafts',
    text: `SELECT i.id FROM invoice i WHERE i.organization_id = $1 AND i.id = ANY ($2::text[]) AND i.status = 'DRAFT'
           ORDER BY i.id FOR UPDATE`,
    values: [scope.organizationId, ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** A new credit note; it is never changed. */
export async function insertCreditNote(
  scope: OrgTransaction,
  invoiceId: string,
  { id, number, amount, reason }: { id: string; number: number; amount: Exact; reason: string },
): Promise<void> {
  await scope.query({
    name: 'insert_credit_note',
    text: `INSERT INTO credit_note (organization_id, id, invoice_id, number, amount, reason, creation_time)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [scope.organizationId, id, invoiceId, number, amount.toFixed(), reason, scope.now],
  });
}

/** The invoice of usage, neither voided nor withdrawn, that deducts a commit invoice, if one does. */
export async function deductedBy(scope: OrgTransaction, id: string): Promise<string | undefined> {
  const [row] = await scope.query<{ id: string }>({
    name: 'find_deducting_invoice',
    text: `SELECT i.id FROM invoice i JOIN invoice c ON c.organization_id = $1 AND c.id = $2
           WHERE i.organization_id = $1 AND i.entitlement_id = c.entitlement_id AND i.type = 'USAGE'
             AND i.status IN ('DRAFT', 'FINALIZED')
             AND EXISTS (SELECT FROM jsonb_array_elements(i.deductions) d WHERE d ->> 'invoiceId' = $2)
           ORDER BY i.creation_time, i.id LIMIT 1`,
    values: [scope.organizationId, id],
  });
  return row?.id;
}
