import { type BuyerReferences, buyerErrors } from '../../buyers/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { digitsOf } from '../../platform/money-and-time/coins.ts';
import type { Exact } from '../../platform/money-and-time/exact.ts';
import { type InvoiceRow, invoiceColumnList, invoiceEvents } from './columns.ts';

export const selectInvoice = (scope: OrgScope, id: string): Statement => ({
  name: 'select_invoice',
  text: `SELECT ${invoiceColumnList} FROM invoice i WHERE i.organization_id = $1 AND i.id = $2`,
  values: [scope.organizationId, id],
});

/** Locks and reads an invoice. */
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

/** Writes the paid, refunded and credited amounts of a locked invoice. */
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

/** Inserts drafts. Columns that are written later keep their defaults. */
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

/** Updates a locked invoice. */
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

/** Locks the drafts among these invoices, so that they stay drafts, and returns their ids. */
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

/** Inserts a credit note. Credit notes never change. */
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

/** Finds the usage invoice, neither voided nor deleted, that deducts a commit invoice. */
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

/**
 * Takes the next number of a kind. The counter stays locked until the transaction ends, and a rollback
 * returns the number, so the numbers have no gaps. Lock it last in a transaction.
 */
export async function nextNumber(scope: OrgTransaction, kind: 'INVOICE' | 'CREDIT_NOTE'): Promise<number> {
  const [row] = await scope.query<{ last: string | number }>({
    name: 'next_billing_number',
    text: `INSERT INTO billing_number AS b (organization_id, kind, last) VALUES ($1, $2, 1)
           ON CONFLICT (organization_id, kind) DO UPDATE SET last = b.last + 1 RETURNING b.last`,
    values: [scope.organizationId, kind],
  });
  return Number(row?.last);
}

/** Sums over the invoices of an entitlement, as exact decimals. */
type InvoiceSums = { sold: string; invoiced: string; paid: string };

/**
 * Sums the FINALIZED invoices of an entitlement in one currency: sold (without tax), invoiced, and paid less
 * refunds. Credit notes reduce the first two; the sold amount is reduced by their net amounts, in which each
 * tax is rounded.
 */
export async function sumInvoices(
  scope: OrgTransaction,
  entitlementId: string,
  currency: string,
): Promise<InvoiceSums> {
  const [row] = await scope.query<InvoiceSums>({
    name: 'sum_invoices_of_entitlement',
    text: `SELECT trim_scale(coalesce(sum(i.due_amount - i.tax_amount - i.credited_amount
               + coalesce((SELECT sum(round(i.credited_amount * t.amount / nullif(i.due_amount, 0), $4))
                   FROM (SELECT (x ->> 'amount')::numeric AS amount FROM jsonb_array_elements(i.info -> 'taxes') x
                     UNION ALL SELECT i.tax_amount WHERE i.info -> 'taxes' IS NULL) t), 0)), 0)) AS sold,
             trim_scale(coalesce(sum(i.due_amount - i.credited_amount), 0)) AS invoiced,
             trim_scale(coalesce(sum(i.paid_amount - i.refunded_amount), 0)) AS paid
           FROM invoice i
           WHERE i.organization_id = $1 AND i.entitlement_id = $2 AND i.currency = $3 AND i.status = 'FINALIZED'`,
    values: [scope.organizationId, entitlementId, currency, digitsOf(currency)],
  });
  return row as InvoiceSums;
}

/** References to buyers in invoices. Invoices refer to no contacts. */
export const invoiceReferences: BuyerReferences = {
  /** Repoints invoices to another buyer. The buyer’s details on an issued invoice stay unchanged. */
  repointBuyers: async (scope, from, to) => {
    const before = await scope.query<InvoiceRow>({
      name: 'lock_invoices_of_buyers',
      text: `SELECT ${invoiceColumnList} FROM invoice i WHERE i.organization_id = $1 AND i.buyer_id = ANY ($2)
             ORDER BY i.id FOR UPDATE`,
      values: [scope.organizationId, from],
    });
    if (before.length === 0) return;
    const rows = await scope.query<InvoiceRow>({
      name: 'repoint_invoices',
      text: `UPDATE invoice i SET buyer_id = $3, last_update_time = $4, sequence = i.sequence + 1
             WHERE i.organization_id = $1 AND i.id = ANY ($2) RETURNING ${invoiceColumnList}`,
      values: [scope.organizationId, before.map(({ id }) => id), to, scope.now],
    });
    await scope.query(recordEvents(scope, invoiceEvents.facts('UPDATE', rows, before, { audited: false })));
  },
  /** Whether the buyer has a draft, or an issued invoice that is not paid. */
  holdsBuyer: async (scope, buyerId) => {
    const rows = await scope.query({
      name: 'find_open_invoice_of_buyer',
      text: `SELECT FROM invoice WHERE organization_id = $1 AND buyer_id = $2
               AND (status = 'DRAFT' OR status = 'FINALIZED' AND payment_status <> 'SUCCESS') LIMIT 1`,
      values: [scope.organizationId, buyerId],
    });
    return rows.length > 0;
  },
  held: buyerErrors.buyer_has_invoices,
  dropContact: async () => {},
};
