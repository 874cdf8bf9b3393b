import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { BillingInvoiceInfo, InvoiceRow } from '../invoices/index.ts';
import { readParties, selectInvoice } from '../invoices/index.ts';
import type { Printed } from './content.ts';

/** Reads an invoice with all that its documents show; nothing where it is not there, or was withdrawn. */
export async function readPrinted(scope: OrgTransaction, id: string): Promise<Printed | undefined> {
  const [invoice] = await scope.query<InvoiceRow>(selectInvoice(scope, id));
  return invoice && invoice.status !== 'DELETED' ? printedOf(scope, invoice) : undefined;
}

/** Reads what the documents of an invoice show beside it: of a draft who issues it and whom it is for are read as they are. */
export async function printedOf(scope: OrgTransaction, invoice: InvoiceRow): Promise<Printed> {
  const info = JSON.parse(invoice.info) as BillingInvoiceInfo;
  const { issuer, buyer } = info;
  if (issuer && buyer) return { invoice, info, issuer, buyer };
  const present = await readParties(scope, invoice);
  return { invoice, info, issuer: issuer ?? present.issuer, buyer: buyer ?? present.buyer ?? {} };
}
