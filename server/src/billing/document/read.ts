import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type BillingInvoiceInfo, type InvoiceRow, readParties, selectInvoice } from '../invoices/index.ts';
import { isCharged } from '../wallets/index.ts';
import type { Printed } from './content.ts';

/** Reads an invoice with all that its documents show; nothing where it is not there, or was withdrawn. */
export async function readPrinted(scope: OrgTransaction, id: string): Promise<Printed | undefined> {
  const [invoice] = await scope.query<InvoiceRow>(selectInvoice(scope, id));
  return invoice && invoice.status !== 'DELETED' ? printedOf(scope, invoice) : undefined;
}

/** Reads what the documents of an invoice show beside it: of a draft the parties and their language are read as they are. */
export async function printedOf(scope: OrgTransaction, invoice: InvoiceRow): Promise<Printed> {
  const info = JSON.parse(invoice.info) as BillingInvoiceInfo;
  const { issuer, buyer } = info;
  if (issuer && buyer) return { invoice, info, issuer, buyer };
  const present = await readParties(scope, invoice);
  return {
    invoice,
    info: { ...info, language: info.language ?? present.language },
    issuer: issuer ?? present.issuer,
    buyer: buyer ?? present.buyer ?? {},
  };
}

/**
 * Reads an invoice as its mail shows it: whether what is to be paid is charged by itself. One of which a charge failed may not be charged
 * again: its buyer is asked to pay.
 */
export async function readMailed(scope: OrgTransaction, id: string): Promise<Printed | undefined> {
  const printed = await readPrinted(scope, id);
  if (!printed) return undefined;
  const { buyer_id: buyerId, currency, payment_status: payment } = printed.invoice;
  return { ...printed, isCharged: payment !== 'FAILED' && (await isCharged(scope, { buyerId, currency })) };
}
