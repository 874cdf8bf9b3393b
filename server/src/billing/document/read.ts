import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invoiceErrors } from '../errors.ts';
import {
  type BillingInvoiceInfo,
  type InvoiceRow,
  readParties,
  type ShownCreditNote,
  selectInvoice,
} from '../invoices/index.ts';
import { isCharged } from '../wallets/index.ts';
import { type DocumentRecords, notesOf } from './content.ts';

/**
 * Reads an invoice with all data of its documents; undefined if the invoice does not exist or was deleted.
 */
export async function readPrinted(scope: OrgTransaction, id: string): Promise<DocumentRecords | undefined> {
  const [invoice] = await scope.query<InvoiceRow>(selectInvoice(scope, id));
  return invoice && invoice.status !== 'DELETED' ? printedOf(scope, invoice) : undefined;
}

/** Reads the data of documents besides the invoice. A draft has the current parties and language. */
async function printedOf(scope: OrgTransaction, invoice: InvoiceRow): Promise<DocumentRecords> {
  const info = JSON.parse(invoice.info) as BillingInvoiceInfo;
  const { issuer, buyer } = info;
  const commitId = invoice.deducted_commit_invoice_id;
  const [commit] = commitId === null ? [] : await scope.query<InvoiceRow>(selectInvoice(scope, commitId));
  const commitInvoiceNumber = commit?.number ?? undefined;
  if (issuer && buyer) return { invoice, info, issuer, buyer, commitInvoiceNumber };
  const present = await readParties(scope, invoice);
  return {
    invoice,
    commitInvoiceNumber,
    info: { ...info, language: info.language ?? present.language },
    issuer: issuer ?? present.issuer,
    buyer: buyer ?? present.buyer ?? {},
  };
}

/** Reads a credit note with its invoice; undefined if it does not exist. */
export async function readCreditNote(
  scope: OrgTransaction,
  id: string,
): Promise<{ printed: DocumentRecords; note: ShownCreditNote } | undefined> {
  const [found] = await scope.query<{ invoice_id: string }>({
    name: 'invoice_of_credit_note',
    text: 'SELECT n.invoice_id FROM credit_note n WHERE n.organization_id = $1 AND n.id = $2',
    values: [scope.organizationId, id],
  });
  const printed = found && (await readPrinted(scope, found.invoice_id));
  const note = printed && notesOf(printed.invoice).find((one) => one.id === id);
  return printed && note && { printed, note };
}

/**
 * Reads an invoice for its mail, including whether the open amount is charged automatically. If the payment
 * has FAILED, automatic charging may have ended, so the mail asks the buyer to pay.
 */
export async function readMailed(scope: OrgTransaction, id: string): Promise<DocumentRecords | undefined> {
  const printed = await readPrinted(scope, id);
  if (!printed) return undefined;
  const { buyer_id: buyerId, currency, payment_status: payment } = printed.invoice;
  return { ...printed, isCharged: payment !== 'FAILED' && (await isCharged(scope, { buyerId, currency })) };
}

export function requireFound<T>(printed: T | undefined): T {
  if (!printed) throw invoiceErrors.invoice_not_found();
  return printed;
}
